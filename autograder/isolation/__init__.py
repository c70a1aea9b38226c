"""Runs untrusted search programs: files and a request in, a reply out, and nothing else comes back or stays behind.

    with open_isolation(submission.files, Limits()) as isolation:
        reply = isolation.call(request, cpu_seconds=2.0)
"""
from autograder.isolation.boundary import seal
from autograder.isolation.contract import KitFault, Reply, Status
from autograder.isolation.isolation import Isolation, open_isolation, warm_up
from autograder.isolation.limits import Limits

__all__ = ["Isolation", "KitFault", "Limits", "Reply", "Status", "open_isolation", "seal", "warm_up"]
