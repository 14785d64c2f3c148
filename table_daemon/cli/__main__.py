"""`python -m table_daemon.cli`: the `jantaku` command."""

import sys

from table_daemon.cli.main import main

sys.exit(main())
