"""What an umpire may say."""
