"""`python -m kidd`, the same as the command `kidd`."""

from kidd.cli import main

if __name__ == "__main__":
    main()
