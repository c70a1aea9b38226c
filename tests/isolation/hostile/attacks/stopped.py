"""Stops itself, with every signal blocked, in many threads."""
import os
import signal
import threading
import time

for _ in range(30):
    threading.Thread(target=time.sleep, args=(1000,)).start()


def stop(*args, **more):
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    while True:
        os.kill(os.getpid(), signal.SIGSTOP)


minimax = alphabeta = expectimax = best_move = stop
