"""Pretends that the kit failed: what the confinement would say, before and after anything else."""
import os

for line in (b"!no user\n", b"ready\n", b"loaded\n", b'-{"status":"kit_fault","reason":"the kit failed"}\n'):
    os.write(3, line)
os._exit(70)
