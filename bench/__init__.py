"""The measurements that the README quotes: ratios against a peer in the same run, never plain times."""
