"""The table as a local web page: Starlette, one WebSocket for each tab. See PROTOCOL.md."""
