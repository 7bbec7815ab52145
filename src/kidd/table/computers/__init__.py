"""Computers: whose turn it is, what they are asked, and the processes in which they think."""
