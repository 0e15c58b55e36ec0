// The codes that CDA R2 and its data types fix: what an attribute of structure may say. Another value is not understood.

const set = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))

const CODES: Readonly<Record<string, ReadonlySet<string>>> = {
  classCode: set(
    'ACCM ACCT ACSN ACT ACTN ACTI ACTM ADJUD AFFL AGNT ALRT ANM ASSIGNED ASSEMBLER AUT BACKG BASE BATTERY BIRTHPL CACT CAREGIVER CASE CASESER CATEGORY CDALVLONE CHEM CIRC CIT CITY CLUSTER CNTRCT COMPOSITION CON COND CONC CONS CONT CONTREG COORD COUNTRY COUNTY COV COVBY COVPTY CTTEVENT DATDSTR DEDICATED DEPEND DEV DGIMG DIET DISP DIST DOC DOCBODY DOCCLIN DOCSECT DPOINT ECON EDIT EHR EMP ENC ENT ENTRY EQUIV EVENT EXPR EXTRACT FAC FINCONT FOLDER FOOD GEN GRPR GUAR GUARD HCE HCPR HLD HLTHCHRT HOLD IDENT INC INDIV INFRM INGR INST INVE INVSBJ INVST ISDLOC JURISPOL LIC LIV LOCE LIST MANU MAT MBR MIL MMAT MOD MODDV MNT NAMED NAT NLIV NOK NOT NTF NURPRAC NURS OBS OBSCOR OBSSER ORG ORGZ OUTB OWN PART PAT PAYEE PAYOR PCPR PHYS PLC PLNT POLHOLD POS POSACC POSCOORD PPTY PROC PROG PROV PRS PSN PUB QUAL REG REGEP REGSRV RESBJ RETL RGRP RHWK ROIBND ROIOVL ROL ROUT RTRD SBADM SBEXT SCHED SDLOC SEQ SGNOFF SIGN SPCTRT SPCOBS SPEC SPLY STATE STC STD STN STOR STUD SUB SUBS SUBST SUBSCR THER TOPIC TRNS UNDWRT USED VERIF VALUE WRTE XACT IND',
  ),
  moodCode: set('ACT APT ARQ CRT DEF EVN EXPEC GOL INT OPT PERM PERMRQ PRMS PRP RQO SLOT'),
  typeCode: set(
    'ADM ALC APND ARR ATND AUT AUTH AUTHEN AUTHOR BBY BEN BENTH BLOCK CAGNT CALLBCK CAT CATALYST CAUS CHRG CIND CMPL CNS COINIT COMP CON COST COV COVBY CREDIT CRED CSM CST CTRLV CURE DEBIT DESCR DEV DIAG DIR DIS DISTR DOC DON DRIV DST ELNK ENT ESC EVID EXACBY EXPART EXPTRGT EXLOC EXPAGNT EXPL FLFS GEN GEVL GOAL GUAR HLD ICSR INDAL INF INST ITEMSLOC IND IRCP ITEMS LA LIMIT LOC MBR META MFST MITGT MOD MTCH NAME NOT NOTIFY NRD OBJC OBJF OCCR OPTN ORG OREF ORIG PART PATH PERT PPRF PRCN PRCP PRD PRES PREV PRF PRIM PRIMEAUTH PRICE QUALF RACT RCT RCV RDV RECV REF REFB REFR REFT REFV REL REM RESP RML RPLC RSON SAS SBJ SCH SCHED SEQL SPC SPRF SPRT SPRTBND STEP SUBJ SUCC SUMM SYMP TPA TRC TRANS TRANSF TREAT UPDT USE VIA VRF WIT XCRPT XFRM VALUE FILLER TYPE',
  ),
  determinerCode: set('INSTANCE KIND QUANTIFIED_KIND'),
  contextControlCode: set('AN AP ON OP'),
  nullFlavor: set('ASKU INV MSK NA NASK NAV NI NINF NP OTH PINF QS TRC UNC UNK DER'),
  use: set(
    'A ABC AS ASGN BAD C CONF DIR DN EC H HP HV I IDE IR L MC OLD OR P PG PHON PHYS PST PUB R SNDX SRCH SYL TMP WP PHYS ADR VIS ENV ACU',
  ),
  qualifier: set('AC AD BR CL HON IN LS MID NB PFX PHARM SP TITLE VV'),
  partType: set(
    'AL ADL BNN BNR BNS CAR CEN CNT CPA CTY DAL DEL DINST DINSTA DINSTQ DIR DMOD DMODID DPA FAM GIV INT PFX POB PRE SAL STA STB STR STTYP SUF UNID UNIT ZIP',
  ),
  operator: set('A E H I P'),
  alignment: set('D DW H HD J N NJ S SN W WY Y CW CY CM CD CH CN CS DM DY HN MY WM'),
  representation: set('B64 TXT'),
  compression: set('BZ DF GZ Z ZL 7Z'),
  integrityCheckAlgorithm: set('SHA-1 SHA-256'),
  listType: set('ordered unordered'),
  nil: set('true false 0 1'),
  space: set('default preserve'),
}

/** Types of the data types and of the schema of CDA: CD, IVL_TS, POCD_MT000040.Author. */
const TYPE =
  /^(?:[A-Za-z][\w.-]{0,20}:)?(?:(?:ANY|AD|ADXP|BIN|BL|BN|BXIT_CD|BXIT_IVL_PQ|CD|CE|CO|CR|CS|CV|ED|EIVL\.event|EN|ENXP|GLIST_PQ|GLIST_TS|HXIT_CE|HXIT_PQ|II|INT|MO|ON|PN|PQ|PQR|REAL|RTO|SC|SLIST_PQ|SLIST_TS|ST|SXPR_TS|TEL|TN|TS|UID|URL|UVP_TS)|(?:EIVL|IVL|IVXB|PIVL|PPD|SXCM)(?:_(?:CD|INT|MO|PPD|PQ|REAL|TS))+|RTO(?:_(?:MO|PQ|QTY))+|adxp\.[A-Za-z]{2,30}|en\.[a-z]{2,10}|POCD_MT000040(?:UV\d{0,2})?\.[A-Za-z]{2,40})$/

/** Attributes of the specification whose values it lists. */
export function isStructural(name: string): boolean {
  return Object.hasOwn(CODES, name)
}

/** True where each word of the value is one that the specification lists for the attribute. */
export function isStructuralCode(name: string, value: string): boolean {
  const known = CODES[name]
  return (
    known?.has(value) === true ||
    (known !== undefined &&
      value
        .trim()
        .split(/\s+/)
        .every((word) => known.has(word)))
  )
}

/** @param value of xsi:type */
export function isTypeName(value: string): boolean {
  return value.length <= 60 && TYPE.test(value.trim())
}

/** Attributes that are true or false. */
export const BOOLEANS: ReadonlySet<string> = new Set(
  'contextConductionInd inversionInd negationInd actionNegationInd valueNegationInd independentInd institutionSpecified inclusive displayable inverted unsorted isFlexible'.split(
    ' ',
  ),
)
