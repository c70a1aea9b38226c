"""What people read: drawings of games and the text of a failure."""
