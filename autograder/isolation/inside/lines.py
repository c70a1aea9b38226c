"""What a search process writes on the reply's descriptor, line by line.

    !...        it could not be confined: the kit's fault
    ready       it is confined; from here on the student's code may write there as well
    loaded      search.py has been imported
    +{...}      the worker's reply
                (in a talk, behind the token that its request came with: what a program writes there by itself has none)
    -{...}      or why there is none: {"status": "refused" or another, "reason": a sentence for the student}
"""
FAULT, READY, LOADED, REPLY, NO_REPLY = b"!", b"ready\n", b"loaded\n", b"+", b"-"
TOKEN = 16  #: bytes
MENTIONS = ("kibitz", "random")  #: names in a submission's source that make a difference to how it is run
