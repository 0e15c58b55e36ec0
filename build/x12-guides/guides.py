# Writes src/formats/x12/guides.generated.ts: loops of X12 guides where two open sources agree. Facts alone: loop, what it lies in, segments in
# their order, whether they are required, how often, and the qualifiers that tell loops apart.
# Usage: python build/x12-guides/guides.py FOLDER > src/formats/x12/guides.generated.ts
# FOLDER has, under these names, what the sources publish:
#   pyx12        maps of pyx12 4.0.0 (BSD 3-Clause)
#   linuxforhealth  package linuxforhealth-x12 0.57.0 (Apache-2.0; needs pydantic 1)
#   stupidedi    005010/implementations of irobayna/stupidedi (BSD 3-Clause)
#   moov         rules of moov-io/x12 (Apache-2.0)
#   tigershark   package of zentist/TigerShark with M837_5010_X224_A2 (BSD 3-Clause)
# The maps of imsweb/x12-parser are those of pyx12: no second source.
import itertools
import sys

from loop import QUALIFIED
from read_linuxforhealth import read_linuxforhealth
from read_moov import read_moov
from read_pyx12 import read_pyx12
from read_stupidedi import read_stupidedi
from read_tigershark import read_tigershark

folder = sys.argv[1]
sys.path[:0] = [f'{folder}/linuxforhealth', f'{folder}/tigershark']


def pyx12(name):
    return read_pyx12(f'{folder}/pyx12/{name}.xml')


def stupidedi(name):
    return read_stupidedi(f'{folder}/stupidedi/{name}.rb')


def moov(name):
    return read_moov(f'{folder}/moov/{name}/rule.go')


# The two sources describe two versions of a guide: codes of one version are marked, and segments that only one has are no error.
TWO_VERSIONS = ('820',)
# Guides that lack loops in which the sources differ: segments in no known loop are no error either.
PARTIAL = (*TWO_VERSIONS, '837D')
GUIDES = {
    '270': lambda: (pyx12('270.4010.X092.A1'), read_linuxforhealth('v5010.x12_270_005010X279A1')),
    '271': lambda: (pyx12('271.4010.X092.A1'), read_linuxforhealth('v5010.x12_271_005010X279A1')),
    '276': lambda: (pyx12('276.4010.X093.A1'), read_linuxforhealth('v5010.x12_276_005010X212')),
    '277': lambda: (pyx12('277.5010.X212'), read_linuxforhealth('v5010.x12_277_005010X212')),
    '277CA': lambda: (pyx12('277.5010.X214'), stupidedi('X214-HN277')),
    '820': lambda: (pyx12('820.5010.X218'), moov('rule_4010_820')),
    '834': lambda: (pyx12('834.5010.X220.A1'), read_linuxforhealth('v5010.x12_834_005010X220A1')),
    '835': lambda: (pyx12('835.5010.X221.A1'), read_linuxforhealth('v5010.x12_835_005010X221A1')),
    '837P': lambda: (pyx12('837.5010.X222.A1'), read_linuxforhealth('v5010.x12_837_005010X222A2')),
    '837I': lambda: (pyx12('837Q3.I.5010.X223.A1'), read_linuxforhealth('v5010.x12_837_005010X223A3'), stupidedi('X223A3-HC837')),
    '837D': lambda: (moov('rule_5010_837d'), read_tigershark('M837_5010_X224_A2'), pyx12('837.4010.X097.A1')),
    '837P4': lambda: (pyx12('837.4010.X098.A1'), read_linuxforhealth('v4010.x12_837_004010X098A1')),
    '837I4': lambda: (pyx12('837.4010.X096.A1'), read_linuxforhealth('v4010.x12_837_004010X096A1')),
    '999': lambda: (pyx12('999.5010X231.A1'), stupidedi('X231A1-FA999')),
}
ENVELOPE = ('ISA', 'IEA', 'GS', 'GE', 'TA1')


def write(guide, one, two, third={}):
    """A third source has a vote where the codes of the two differ."""
    lines = []
    skipped = []
    for name, loop in one.items():
        other = two.get(name)
        parents = agreed_parents(loop, other) if other else []
        if other is None or (name != '' and not parents):
            skipped.append(name)
            continue
        codes = write_codes(guide, name, [each[name] for each in (one, two, third) if name in each])
        if codes is None:
            skipped.append(f'{name} (no code)')
            continue
        usage = '!' if loop.usage == {True} and other.usage == {True} else ''
        most = loop.most | other.most
        repeat = f':{next(iter(most))}' if len(most) == 1 and None not in most else ''
        mark = '?' if name == '' and guide in PARTIAL else ''
        inside = '/'.join(each or '-' for each in parents) or '-'
        lines.append(f"{name or '-'}{usage}{mark}{repeat} {inside} {codes} {' '.join(write_segments(loop, other))}")
    print(guide, 'not agreed:', ', '.join(skipped + [each for each in two if each not in one]), file=sys.stderr)
    return lines


def agreed_parents(loop, other):
    """Levels nest by HL02, not by the map: one that stands at the outermost place in one source has the parents of the other."""
    if next(iter(loop.segments), '') == 'HL' and [''] in (loop.parents, other.parents):
        return other.parents if loop.parents == [''] else loop.parents
    return [each for each in loop.parents if each in other.parents]


def write_codes(guide, name, loops):
    first = next(iter(loops[0].segments), '')
    if first not in QUALIFIED or name == '':
        return '-'
    agreed = next((both for both in (one.codes & two.codes for one, two in itertools.combinations(loops, 2)) if both), None)
    if agreed is None:
        return None
    rest = (loops[0].codes | loops[1].codes) - agreed if guide in TWO_VERSIONS else ()
    return f"{QUALIFIED[first]}={'/'.join(sorted(agreed))}{'?' if rest else ''}{'/'.join(sorted(rest))}"


def write_segments(loop, other):
    segments = []
    for segment, (required, most) in loop.segments.items():
        if segment in ENVELOPE or segment not in other.segments:
            continue
        theirs = other.segments[segment]
        count = most if most == theirs[1] and most is not None else ''
        segments.append(f"{segment}{'!' if required and theirs[0] else ''}{':' + str(count) if count else ''}")
    both = {**loop.segments, **other.segments}
    one_alone = [each for each in both if each not in ENVELOPE and (each not in loop.segments or each not in other.segments)]
    return segments + [f'{each}?' for each in one_alone]


print('// Loops of X12 guides where two open sources agree (build/x12-guides/guides.py names them). A line is a loop, what it lies in, the element')
print('// and codes that tell it apart, and its segments; ! is required, a number behind : the most repetitions, ? what one source alone has.')
print('// A guide marked ? lacks loops: segments in no known loop are not checked.')
print('export const GUIDE_LOOPS: Readonly<Record<string, string>> = {')
for guide, read in GUIDES.items():
    print(f"  '{guide}': `" + '\n'.join(write(guide, *read())) + '`,')
print('}')
