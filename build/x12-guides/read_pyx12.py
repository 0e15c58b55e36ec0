# Maps of pyx12 (BSD 3-Clause): XML files.
import xml.etree.ElementTree as ElementTree

from loop import QUALIFIED, Loop, number

# Loops without segments of their own, or with those that enclose others (LS, LE).
TRANSPARENT = ('ISA_LOOP', 'GS_LOOP', 'ST_LOOP', 'HEADER', 'DETAIL', 'FOOTER', 'LS_LOOP', 'TABLE2AREA2', 'TABLE2AREA3')


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
                    loops.setdefault(inner, Loop()).lie_in(own, child.findtext('usage') == 'R', number(child.findtext('repeat')))
                visit(child, inner)
            elif child.tag == 'segment' and (fresh or own == '' or node.get('xid') == 'LS_LOOP') and child.findtext('usage') != 'N':
                if own != '' and not loop.segments and name in QUALIFIED:
                    loop.codes |= codes_of(child, f'{name}{QUALIFIED[name]:02d}')
                loop.add(name, child.findtext('usage') == 'R', number(child.findtext('max_use')))

    visit(ElementTree.parse(path).getroot(), '')
    return loops


def codes_of(segment, wanted):
    elements = [element for element in segment.iter('element') if element.get('xid') == wanted]
    return {code.text for element in elements for code in element.findall('valid_codes/code')}
