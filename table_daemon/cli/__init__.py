"""The command line: `main` names the commands, every other module is one of them or helps them."""
