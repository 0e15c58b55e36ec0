# A loop as one source describes it, and what all readers share.

# Elements whose code tells loops apart.
QUALIFIED = {'NM1': 1, 'N1': 1, 'ENT': 2, 'HL': 3}


class Loop:
    def __init__(self):
        self.parents = []
        # By segment: whether it is required, and how often it may stand (None: no limit).
        self.segments = {}
        self.codes = set()
        self.usage = set()
        self.most = set()

    def add(self, segment, required, most):
        known = self.segments.get(segment)
        if known is None:
            self.segments[segment] = [required, most]
        else:
            known[0] = known[0] or required
            known[1] = None if known[1] is None or most is None else known[1] + most

    def lie_in(self, parent, required, most):
        if parent not in self.parents:
            self.parents.append(parent)
        self.usage.add(required)
        self.most.add(most)


def number(text):
    return int(text) if text and text.isdigit() else None
