# Writes src/formats/x12/guides.generated.ts: loops of X12 guides where two open sources agree. Facts alone: loop, what it lies in, segments in
# their order, whether they are required, how often, and the qualifiers that tell loops apart.
# Usage: python build/x12-guides.py FOLDER_OF_PYX12_MAPS FOLDER_OF_LINUXFORHEALTH_PACKAGE > src/formats/x12/guides.generated.ts
# Sources: pyx12 4.0.0 (BSD 3-Clause), linuxforhealth-x12 0.57.0 (Apache-2.0; needs pydantic 1).
import enum
import importlib
import sys
import typing
import xml.etree.ElementTree as ElementTree

maps, package = sys.argv[1:3]
sys.path.insert(0, package)
from linuxforhealth.x12.models import X12Segment, X12SegmentGroup  # noqa: E402

GUIDES = [
    ('270', '270.4010.X092.A1.xml', 'v5010.x12_270_005010X279A1'),
    ('271', '271.4010.X092.A1.xml', 'v5010.x12_271_005010X279A1'),
    ('276', '276.4010.X093.A1.xml', 'v5010.x12_276_005010X212'),
    ('277', '277.5010.X212.xml', 'v5010.x12_277_005010X212'),
    ('834', '834.5010.X220.A1.xml', 'v5010.x12_834_005010X220A1'),
    ('835', '835.5010.X221.A1.xml', 'v5010.x12_835_005010X221A1'),
    ('837P', '837.5010.X222.A1.xml', 'v5010.x12_837_005010X222A2'),
    ('837I', '837Q3.I.5010.X223.A1.xml', 'v5010.x12_837_005010X223A3'),
    ('837P4', '837.4010.X098.A1.xml', 'v4010.x12_837_004010X098A1'),
    ('837I4', '837.4010.X096.A1.xml', 'v4010.x12_837_004010X096A1'),
]
# Elements whose code tells loops apart.
QUALIFIED = {'NM1': 1, 'N1': 1, 'HL': 3}
ENVELOPE = ('ISA', 'IEA', 'GS', 'GE', 'TA1')
# Loops without segments of their own, or with those that enclose others (LS, LE).
TRANSPARENT = ('ISA_LOOP', 'GS_LOOP', 'ST_LOOP', 'HEADER', 'DETAIL', 'FOOTER', 'LS_LOOP')


class Loop:
    def __init__(self):
        self.parents = []
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


def number(text):
    return int(text) if text and text.isdigit() else None


def read_pyx12(path):
    loops = {}

    def visit(node, own):
        loop = loops.setdefault(own, Loop())
        fresh = not loop.segments
        for child in node:
            name = child.get('xid')
            if child.tag == 'loop':
                inner = own if child.get('type') == 'wrapper' or name in TRANSPARENT else name
                if inner != own:
                    other = loops.setdefault(inner, Loop())
                    if own not in other.parents:
                        other.parents.append(own)
                    other.usage.add(child.findtext('usage') == 'R')
                    other.most.add(number(child.findtext('repeat')))
                    visit(child, inner)
                else:
                    visit(child, own)
            elif child.tag == 'segment' and (fresh or own == '' or node.get('xid') == 'LS_LOOP') and child.findtext('usage') != 'N':
                if own != '' and not loop.segments and name in QUALIFIED:
                    wanted = f'{name}{QUALIFIED[name]:02d}'
                    for element in child.iter('element'):
                        if element.get('xid') == wanted:
                            loop.codes |= {code.text for code in element.findall('valid_codes/code')}
                loop.add(name, child.findtext('usage') == 'R', number(child.findtext('max_use')))

    visit(ElementTree.parse(path).getroot(), '')
    return loops


def codes_of(field):
    kind = field.type_
    if typing.get_origin(kind) is typing.Literal:
        return {str(each) for each in typing.get_args(kind)}
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return {each.value for each in kind}
    return set()


def read_linuxforhealth(module):
    transaction_set = importlib.import_module(f'linuxforhealth.x12.{module}.transaction_set')
    loops = {}

    def visit(group, own, fresh):
        loop = loops.setdefault(own, Loop())
        for name, field in group.__fields__.items():
            options = typing.get_args(field.type_) if typing.get_origin(field.type_) is typing.Union else [field.type_]
            is_list = field.outer_type_ is not field.type_
            most = field.field_info.max_items if is_list else 1
            for kind in options:
                if not isinstance(kind, type):
                    continue
                if issubclass(kind, X12SegmentGroup):
                    inner = own if name in ('header', 'footer') else name.removeprefix('loop_').upper()
                    if inner != own:
                        other = loops.setdefault(inner, Loop())
                        if own not in other.parents:
                            other.parents.append(own)
                        other.usage.add(bool(field.required))
                        other.most.add(most)
                    visit(kind, inner, not loops.setdefault(inner, Loop()).segments or inner == '')
                elif issubclass(kind, X12Segment) and fresh:
                    segment = name.removesuffix('_segment').upper()
                    if own != '' and not loop.segments and segment in QUALIFIED:
                        elements = [each for each in kind.__fields__.values() if each.name not in ('delimiters', 'segment_name')]
                        loop.codes |= codes_of(elements[QUALIFIED[segment] - 1])
                    loop.add(segment, bool(field.required), most)

    for kind in vars(transaction_set).values():
        if isinstance(kind, type) and issubclass(kind, X12SegmentGroup) and kind.__module__ == transaction_set.__name__:
            visit(kind, '', True)
    return loops


def write(guide, one, two):
    lines = []
    skipped = []
    for name, loop in one.items():
        other = two.get(name)
        parents = [each for each in loop.parents if other and each in other.parents]
        # Levels nest by HL02, not by the map.
        if other and next(iter(loop.segments), '') == 'HL' and loop.parents == ['']:
            parents = other.parents
        if other is None or (name != '' and not parents):
            skipped.append(name)
            continue
        segments = []
        for segment, (required, most) in loop.segments.items():
            if segment in ENVELOPE or segment not in other.segments:
                continue
            theirs = other.segments[segment]
            count = most if most == theirs[1] and most is not None else ''
            segments.append(f"{segment}{'!' if required and theirs[0] else ''}{':' + str(count) if count else ''}")
        for segment in {**loop.segments, **other.segments}:
            if segment not in ENVELOPE and (segment not in loop.segments or segment not in other.segments):
                segments.append(f'{segment}?')
        first = next(iter(loop.segments), '')
        codes = ''
        if first in QUALIFIED and name != '':
            agreed = sorted(loop.codes & other.codes) if other.codes and loop.codes else []
            if not agreed:
                skipped.append(f'{name} (no code)')
                continue
            codes = f'{QUALIFIED[first]}={"/".join(agreed)}'
        usage = '!' if loop.usage == {True} and other.usage == {True} else ''
        most = loop.most | other.most
        repeat = f':{next(iter(most))}' if len(most) == 1 and None not in most else ''
        lines.append(f"{name or '-'}{usage}{repeat} {'/'.join(each or '-' for each in parents) or '-'} {codes or '-'} {' '.join(segments)}")
    print(guide, 'not agreed:', ', '.join(skipped + [each for each in two if each not in one]), file=sys.stderr)
    return lines


print('// Loops of X12 guides where pyx12 4.0.0 and linuxforhealth-x12 0.57.0 agree; made by build/x12-guides.py. A line is a loop, what it lies in,')
print('// the element and codes that tell it apart, and its segments; ! is required, a number behind : the most repetitions, ? what one alone has.')
print('export const GUIDE_LOOPS: Readonly<Record<string, string>> = {')
for guide, path, module in GUIDES:
    lines = write(guide, read_pyx12(f'{maps}/{path}'), read_linuxforhealth(module))
    print(f"  '{guide}': `" + '\n'.join(lines) + '`,')
print('}')
