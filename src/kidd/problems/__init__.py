"""Problems: positions with one right answer that was proven or searched deeply, made from games of computers."""
