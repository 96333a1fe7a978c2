"""The parts that the pages of the environments share."""

from __future__ import annotations

ARGUMENTS = """
### Observation space

`Box(0, 1, (784,), uint8)`: the features "v1" of the seat's view, the layout of which
`skat_gym.encoding.layout_table()` prints: own cards, the trick on the table, cards played by whom
and in which trick, voids, the whole auction, contract, points. Nothing the seat cannot know is in
it. With `obs_mode="dict"`: `{"observation": ..., "action_mask": Box(0, 1, (64,), int8)}`.

### Masks

`info["action_mask"]` ((64,) int8, from `reset` and `step`) and `env.unwrapped.action_masks()`
((64,) bool) belong to the observation they come with. After the end all are 1.

### Infos

| key | when | what |
|---|---|---|
| `action_mask` | always | (64,) int8, see Masks |
| `seat` | always | the learner's seat; with `seat="all"` the seat to act |
| `phase` | always | "auction", "choice", "put down", "declare", "play", "over" |
| `returns` | at the end | (3,) float64: the rewards of forehand, middlehand, rearhand |
| `result` | at the end of a deal | what it came to, in a sentence |
| `declarer` | at the end of a deal | the declarer's seat, -1 if it was thrown in |
| `contract` | at the end of a deal | its name, "" if the deal was thrown in |
| `score` | at the end of a deal | what the declarer books: the game's value, or minus twice it |
| `won` | at the end of a deal | whether the declarer won |
| `illegal_action` | after one | what was wrong; `returns` and those below it are missing then |
| `match` | in Skat/Match-v0 | see there; the keys of a deal are missing, `returns` are by player |

### Rewards

0 until the deal ends, then `reward_scale` (0.01) times the seat's Seeger-Fabian points minus the
mean of the two others' (`reward="relative"`), or its own alone (`reward="own"`);
`scoring="points"` leaves out the +50 / -50 and the defenders' 40. A deal thrown in pays 0.

### Arguments

| name | meaning |
|---|---|
| `opponents="club"` | a policy for both, or two: next seat's, previous seat's |
| `rest="rulebook"` | who decides what the learner's own seat leaves open |
| `seat=None` | 0 forehand, 1 middlehand, 2 rearhand, None draws; "all": all three |
| `encoding="v1"` | the features |
| `deals=None` | deals to draw from (text or 32 cards each) |
| `contracts=None` | Play only: deals are drawn until it is one of these ("grand", "null hand") |
| `record=None` | a file that gets every deal as an ISS SGF record |
| `scoring`, `reward`, `reward_scale` | see Rewards |
| `illegal_action="terminate"` | or "raise", or "random" (a legal one is drawn instead) |
| `obs_mode="flat"` | or "dict" |
| `privileged=False` | True adds the key "hidden" to dict observations, for a critic |
| `render_mode=None` | "ansi" or "human" |

Opponents are a trained policy unless others are named; "rulebook" and "random" decide inside
compiled kernels and are many times as fast. With `seat="all"` the learner decides its stages in
all three seats, `rest` decides the others, and opponents decide nothing.
`set_opponents(policies, weights)` draws the opponents of coming deals from a pool. "hidden" is
`Box(0, 1, (96,), uint8)`: the next seat's hand, the previous seat's and the cards laid aside, each
by card number, as far as the seat does not see them.

An illegal action ends the episode with reward -1000 x `reward_scale`, below any Skat result;
`info["illegal_action"]` says in a sentence what was wrong, and no result is booked.

### Batches

`gymnasium.make_vec(id, num_envs=n, ...)` plays n tables at once, many times as fast (see
`skat_gym.envs.SkatVectorEnv`); `skat_gym.envs.SkatVecEnv(id, n, ...)` is the same for
Stable-Baselines3.

### Starting state

Deal k of a seed is the same in every environment, whoever plays. `reset(options=...)` sets up a
position: "deal", "seat", "declarer" with "bid", "contract" and "put_down", "actions".

### Version history

* v0: first version.
"""
