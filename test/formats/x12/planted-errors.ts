// Interchanges with one planted error each, and its code in the acknowledgment.
export const ISA = 'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0809*^*00501*000000007*0*T*:~'
export const REMITTANCE = [
  'ST*835*0001',
  'BPR*I*90*C*CHK************20260102',
  'LX*1',
  'CLP*C-1*1*150*100**12',
  'CAS*CO*45*30',
  'SVC*HC:99213*150*120',
  'CAS*PR*1*20**2*10',
  'PLB*1*20261231*WO:X*10',
]
export const set = (segments: readonly string[]) => [...segments, `SE*${segments.length + 1}*0001`].map((each) => `${each}~`).join('')
export const whole = (
  body: string,
  { gs = 'GS*HP*SENDER*RECEIVER*20260102*0809*7*X*005010X221A1~', ge = 'GE*1*7~', iea = 'IEA*1*000000007~', isa = ISA } = {},
) => `${isa}${gs}${body}${ge}${iea}`
/** Service: 150 - 30 = 120. Claim: 150 - 30 (own) - 30 (service) = 90, and not 100. */
export const BALANCED = REMITTANCE.map((each) => each.replace('*150*100*', '*150*90*').replace('BPR*I*90*', 'BPR*I*80*'))

/** The last one is the code in the acknowledgment: TA105, AK905 or IK502. */
export const PLANTED_ERRORS: readonly (readonly [title: string, text: string, issue: string, ack: string])[] = [
  ['IEA missing', whole(set(BALANCED), { iea: '' }), 'iea_missing ISA[1]', '023'],
  ['IEA02', whole(set(BALANCED), { iea: 'IEA*1*000000008~' }), 'iea_control_differs ISA[1]/IEA', '001'],
  ['IEA01', whole(set(BALANCED), { iea: 'IEA*2*000000007~' }), 'iea_count_wrong ISA[1]/IEA', '021'],
  ['ISA09', whole(set(BALANCED), { isa: ISA.replace('260102', '261302') }), 'isa_date_invalid ISA[1]/ISA', '014'],
  ['ISA10', whole(set(BALANCED), { isa: ISA.replace('0809', '2509') }), 'isa_time_invalid ISA[1]/ISA', '015'],
  [
    'ISA13',
    whole(set(BALANCED), { isa: ISA.replace('000000007', '00000000A'), iea: 'IEA*1*00000000A~' }),
    'isa_control_invalid ISA[1]/ISA',
    '018',
  ],
  ['ISA15', whole(set(BALANCED), { isa: ISA.replace('*T*', '*X*') }), 'isa_usage_unknown ISA[1]/ISA', '020'],
  [
    'a segment before GS',
    whole(set(BALANCED), { gs: 'REF*X~GS*HP*SENDER*RECEIVER*20260102*0809*7*X*005010X221A1~' }),
    'interchange_structure ISA[1]',
    '022',
  ],
  ['no delimiter at the end', whole(set(BALANCED), { iea: 'IEA*1*000000007' }), 'segment_unterminated ISA[1]', '023'],
  ['GE missing', whole(set(BALANCED), { ge: '' }), 'ge_missing ISA[1]/GS[1]', '3'],
  ['GE02', whole(set(BALANCED), { ge: 'GE*1*8~' }), 'ge_control_differs ISA[1]/GS[1]/GE', '4'],
  ['GE01', whole(set(BALANCED), { ge: 'GE*2*7~' }), 'ge_count_wrong ISA[1]/GS[1]/GE', '5'],
  ['SE missing', whole(BALANCED.map((each) => `${each}~`).join('')), 'se_missing ISA[1]/GS[1]/ST[1]', '2'],
  ['SE02', whole(set(BALANCED).replace('SE*9*0001', 'SE*9*0002')), 'se_control_differs ISA[1]/GS[1]/ST[1]/SE', '3'],
  ['SE01', whole(set(BALANCED).replace('SE*9*', 'SE*8*')), 'se_count_wrong ISA[1]/GS[1]/ST[1]/SE', '4'],
  ['ST01', whole(set(BALANCED).replace('ST*835', 'ST*83A')), 'st_type_missing ISA[1]/GS[1]/ST[1]/ST', '6'],
  [
    'ST02',
    whole(set(BALANCED).replace('ST*835*0001', 'ST*835*').replace('SE*9*0001', 'SE*9*')),
    'st_control_missing ISA[1]/GS[1]/ST[1]/ST',
    '7',
  ],
  ['ST02 twice', whole(set(BALANCED) + set(BALANCED), { ge: 'GE*2*7~' }), 'st_control_repeated ISA[1]/GS[1]/ST[2]/ST', '23'],
  ['an identifier', whole(set([...BALANCED, 'x9*1'])), 'segment_unrecognized ISA[1]/GS[1]/ST[1]', '5'],
  ['HL01', whole(set(['ST*270*0001', 'HL*2**20*0'])), 'hl_number_wrong ISA[1]/GS[1]/ST[1]/HL', '5'],
  ['HL02', whole(set(['ST*270*0001', 'HL*1*7*20*0'])), 'hl_parent_unknown ISA[1]/GS[1]/ST[1]/HL', '5'],
  ['ISA05', whole(set(BALANCED), { isa: ISA.replace('*ZZ*SENDER', '*Z *SENDER') }), 'isa_sender_qualifier_invalid ISA[1]/ISA', '005'],
  ['ISA06', whole(set(BALANCED), { isa: ISA.replace('SENDER', '      ') }), 'isa_sender_missing ISA[1]/ISA', '006'],
  ['ISA07', whole(set(BALANCED), { isa: ISA.replace('*ZZ*REC', '*?Z*REC') }), 'isa_receiver_qualifier_invalid ISA[1]/ISA', '007'],
  ['ISA08', whole(set(BALANCED), { isa: ISA.replace('RECEIVER', '        ') }), 'isa_receiver_missing ISA[1]/ISA', '008'],
  ['ISA12', whole(set(BALANCED), { isa: ISA.replace('00501', '0050X') }), 'isa_version_invalid ISA[1]/ISA', '017'],
  ['ISA14', whole(set(BALANCED), { isa: ISA.replace('*0*T', '*7*T') }), 'isa_acknowledgment_unknown ISA[1]/ISA', '019'],
  [
    'GS06',
    whole(set(BALANCED), { gs: 'GS*HP*SENDER*RECEIVER*20260102*0809*7A*X*005010X221A1~', ge: 'GE*1*7A~' }),
    'gs_control_invalid ISA[1]/GS[1]/GS',
    '6',
  ],
  [
    'GS01',
    whole(set(BALANCED), {
      gs: 'GS*h*SENDER*RECEIVER*20260102*0809*7*X*005010X221A1~',
    }),
    'gs_type_invalid ISA[1]/GS[1]/GS',
    '1',
  ],
  ['BIN01', whole(set([...BALANCED, 'BIN*9*abc'])), 'binary_length_wrong ISA[1]/GS[1]/ST[1]', '5'],
]
