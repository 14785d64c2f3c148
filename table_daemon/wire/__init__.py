"""What goes over the wire, as types: JSON Schemas and the AsyncAPI document are generated from here (docs/mqtt.md)."""
