// What laboratories, devices and prescribers write instead of UCUM, and the unit that is meant: our own list.

/** One line a unit: what is written, two blanks, what is meant; bars between answers that are equally right; ` ;; ` between two in a line. */
const LINES = `
mgs  mg ;; cc  mL ;; mcg  ug ;; mEq/L  meq/L ;; mmHg  mm[Hg] ;; IU/L  [IU]/L ;; bpm  /min|{beats}/min ;; lbs  [lb_av]
degC  Cel ;; °C  Cel ;; cells/uL  {cells}/uL ;; x10^9/L  10*9/L ;; mL/min/1.73m2  mL/min/{1.73_m2} ;; µg  ug
mcg/kg/min  ug/kg/min ;; sec  s ;; hrs  h ;; inch  [in_i] ;; kgs  kg ;; L/Min  L/min ;; mg/Dl  mg/dL
copies/mL  {copies}/mL ;; drops  [drp] ;; tablet  {tablet} ;; puffs  {puff} ;; mIU/L  m[IU]/L ;; ng/mL/hr  ng/mL/h
mOsm/kg  mosm/kg ;; thou/mm3  10*3/mm3 ;; mm/hr  mm/h ;; psi  [psi] ;; mcL  uL ;; K/mm3?  10*3/mm3
ug/ml.  ug/ml|ug/mL ;; mg / dL  mg/dL ;; GM  g ;; mill/uL  10*6/uL ;; Deg F  [degF] ;; cmH2O  cm[H2O] ;; kPa(a)  kPa
10E3/uL  10*3/uL ;; 10e9/L  10*9/L ;; x10E9/L  10*9/L ;; X10^12/L  10*12/L ;; x10(3)/mcL  10*3/uL ;; 10**3/uL  10*3/uL
10x3/uL  10*3/uL ;; 10^3/µL  10*3/uL ;; 10⁹/L  10*9/L ;; 10¹²/L  10*12/L ;; ×10⁹/L  10*9/L ;; x 10^6/uL  10*6/uL
10^6/mcL  10*6/uL ;; 10 3/uL  10*3/uL ;; E9/L  10*9/L ;; /uL x10^3  10*3/uL ;; K/cumm  10*3/mm3 ;; M/uL  10*6/uL
thous/cu mm  10*3/mm3 ;; million/mm3  10*6/mm3 ;; Thousand/uL  10*3/uL ;; Million/uL  10*6/uL ;; lakhs/cumm  10*5/mm3
cells/cumm  {cells}/mm3 ;; cells/mcL  {cells}/uL ;; /cmm  /mm3 ;; #/hpf  /[HPF] ;; /hpf  /[HPF] ;; /LPF  /[LPF]
RBC/hpf  {RBCs}/[HPF] ;; WBC/HPF  {WBCs}/[HPF] ;; /100 WBC  /100{WBCs} ;; mcg/dL  ug/dL ;; mcg/mL  ug/mL ;; mcg/L  ug/L
MCG/DL  ug/dL ;; µmol/L  umol/L ;; μmol/l  umol/l|umol/L ;; umol/Lt  umol/L ;; mMol/L  mmol/L ;; mmoL/L  mmol/L
MMOL/L  mmol/L ;; UMOL/L  umol/L ;; micromol/L  umol/L ;; mcmol/L  umol/L ;; nmoL/L  nmol/L ;; mM  mmol/L ;; µM  umol/L
mEq  meq ;; meq/l.  meq/l|meq/L ;; mEq/24h  meq/(24.h) ;; mval/l  meq/l|meq/L ;; mOsm/L  mosm/L ;; mosmol/kg  mosm/kg
mOsmol/kg H2O  mosm/kg{H2O} ;; mg/24h  mg/(24.h) ;; mg/24 hr  mg/(24.h) ;; g/24hrs  g/(24.h) ;; ug/24h  ug/(24.h)
mL/24h  mL/(24.h) ;; mmol/24h  mmol/(24.h) ;; mg/day  mg/d ;; g/day  g/d ;; mcg/day  ug/d ;; kcal/day  kcal/d
gm/dl  g/dl|g/dL ;; gm/dL  g/dL ;; gms/dl  g/dl|g/dL ;; GM/DL  g/dL ;; G/DL  g/dL ;; gm%  g/dL ;; g/100mL  g/dL
mg/100 mL  mg/dL ;; mg/dL (calc)  mg/dL ;; MG/DL (CALC)  mg/dL ;; pg/ml,  pg/ml|pg/mL ;; NG/ML  ng/mL ;; NG/DL  ng/dL
UG/ML  ug/mL ;; ng/mL FEU  ng{FEU}/mL ;; ug/mL FEU  ug{FEU}/mL ;; mcg/mL FEU  ug{FEU}/mL ;; mg/g creat  mg/g{creat}
mg/g creatinine  mg/g{creat} ;; mg/mmol creat  mg/mmol{creat} ;; mcg/mg creat  ug/mg{creat}|ug/g{creat}
IU/mL  [IU]/mL ;; IU/ml  [IU]/ml|[IU]/mL ;; mIU/mL  m[IU]/mL ;; uIU/mL  u[IU]/mL ;; µIU/mL  u[IU]/mL
mcIU/mL  u[IU]/mL ;; KIU/L  k[IU]/L ;; kIU/L  k[IU]/L ;; IU  [IU] ;; I.U.  [IU] ;; iu/l  [IU]/l|[IU]/L ;; µU/mL  uU/mL
mcU/mL  uU/mL ;; Units/L  U/L ;; units/mL  U/mL ;; unit/L  U/L ;; units  [IU]|U ;; units/hr  [IU]/h|U/h
units/kg/hr  [IU]/kg/h|U/kg/h ;; AU/mL.  [arb'U]/mL ;; GPL  [GPL'U] ;; MPL  [MPL'U] ;; BU/mL  [beth'U]/mL
CFU/mL  [CFU]/mL ;; cfu/ml  [CFU]/ml|[CFU]/mL ;; PFU/mL  [PFU]/mL ;; EU/mL.  [EU]/mL ;; USP units  [USP'U]
copies/ml  {copies}/ml|{copies}/mL ;; log copies/mL  {log_copies}/mL ;; fL.  fL ;; FL  fL ;; fl.  fl|fL ;; mm/1hr  mm/h
mm/hour  mm/h ;; mm Hg  mm[Hg] ;; MMHG  mm[Hg] ;; mmhg  mm[Hg] ;; torr  mm[Hg] ;; cm H2O  cm[H2O] ;; cmH20  cm[H2O]
cm h2o  cm[H2O] ;; inHg  [in_i'Hg] ;; dynes.sec/cm5  dyn.s/cm5 ;; dyn·s/cm5  dyn.s/cm5 ;; C°  Cel ;; deg C  Cel
Celsius  Cel ;; °F  [degF] ;; degF  [degF] ;; Fahrenheit  [degF] ;; beats/min  /min|{beats}/min
beats per minute  /min|{beats}/min ;; breaths/min  /min|{breaths}/min ;; bpm.  /min|{beats}/min
resp/min  /min|{breaths}/min ;; secs  s ;; seconds  s ;; msec  ms ;; mins  min ;; minutes  min ;; hr  h ;; hour  h
hours  h ;; days  d ;; weeks  wk ;; wks  wk ;; months  mo ;; mos  mo ;; yrs  a ;; years  a ;; yr  a ;; ft.  [ft_i]
feet  [ft_i] ;; in  [in_i] ;; inches  [in_i] ;; lb  [lb_av] ;; pounds  [lb_av] ;; oz  [oz_av] ;; ounces  [oz_av]
fl oz  [foz_us] ;; kilograms  kg ;; milligrams  mg ;; grams  g ;; micrograms  ug ;; liters  L ;; litre  L
milliliters  mL ;; millilitres  mL ;; KG  kg ;; Kg  kg ;; kgm  kg ;; CM  cm ;; cms  cm ;; MM  mm ;; mls  mL ;; mLs  mL
LITERS  L ;; kg/m^2  kg/m2 ;; kg/m²  kg/m2 ;; kg/m**2  kg/m2 ;; Kg/M2  kg/m2 ;; mg/m²  mg/m2 ;; sq m  m2 ;; cm²  cm2
cm^2  cm2 ;; mm³  mm3 ;; m^2  m2 ;; L/min/m²  L/min/m2 ;; mL/m²  mL/m2
ml/min/1.73 m2  mL/min/{1.73_m2}|ml/min/{1.73_m2} ;; mL/min/1.73 m²  mL/min/{1.73_m2}
mL/min/1.73m^2  mL/min/{1.73_m2} ;; mL/kg/hr  mL/kg/h ;; mcg/hr  ug/h ;; mcg/min  ug/min ;; mg/hr  mg/h ;; mL/hr  mL/h
ml/hr  ml/h|mL/h ;; cc/hr  mL/h ;; mg/kg/day  mg/kg/d ;; mg/kg/dose  mg/kg/{dose} ;; mg per kg  mg/kg
gtt/min  [drp]/min ;; gtts  [drp] ;; tabs  {tablet} ;; tab  {tablet} ;; caps  {capsule} ;; capsules  {capsule}
patches  {patch} ;; sprays  {spray} ;; tsp  [tsp_us] ;; tbsp  [tbs_us] ;; puff(s)  {puff} ;; supp  {suppository}
vials  {vial} ;; doses  {dose} ;; INR  {INR} ;; ratio  {ratio} ;; index  {index} ;; score  {score} ;; titer  {titer}
S/CO  {s_co_ratio} ;; MoM  {M.o.M} ;; ppm  [ppm] ;; percent  % ;; % of total  % ;; ‰  [ppth] ;; pH units  [pH]
Ohms  Ohm ;; kOhms  kOhm ;; watts  W ;; Joules  J ;; volts  V ;; mVolts  mV ;; hertz  Hz ;; cmAq  cm[H2O]
French  [Ch] ;; diopters  [diop] ;; METs  [MET] ;; nmol/min/mL/hr  nmol/min/mL/h ;; ukat/Lt  ukat/L ;; mg\\dL  mg/dL
mg//dL  mg/dL ;; "mg/dL"  mg/dL ;; mg/dL*  mg/dL ;; mg/dl;  mg/dl|mg/dL ;; 10mg  mg ;; 5 mg/dL.  mg/dL ;; miligram  mg
mmoll/L  mmol/L ;; mmlo/L  mmol/L ;; kcals  kcal ;; MMOLL  mmol/L ;; mgdl  mg/dl|mg/dL ;; MLMIN  mL/min
mm(hg)  mm[Hg] ;; mg/actuat  mg/{actuat} ;; giga.l-1  10*9.l-1 ;; tril/L  10*12/L ;; 10(9)/L  10*9/L
#/min  {count}/min ;; iU/mL  [IU]/mL ;; MDC_DIM_PERCENT  % ;; MDC_DIM_MMHG  mm[Hg]
MDC_DIM_BEAT_PER_MIN  /min|{beats}/min ;; MDC_DIM_DEGC  Cel ;; MDC_DIM_FAHR  [degF] ;; MDC_DIM_X_L_PER_MIN  L/min
MDC_DIM_MILLI_L  mL ;; MDC_DIM_KILO_G  kg ;; MDC_DIM_MILLI_G_PER_DL  mg/dL ;; MDC_DIM_MILLI_MOLE_PER_L  mmol/L
MDC_DIM_KILO_PASCAL  kPa ;; MDC_DIM_CM_H2O  cm[H2O] ;; MDC_DIM_MILLI_SEC  ms ;; MDC_DIM_MILLI_VOLT  mV
#/uL  /uL|{count}/uL ;; #/lpf  /[LPF] ;; mg/24hr  mg/(24.h) ;; GPL units  [GPL'U] ;; mL/min/1.73 m^2  mL/min/{1.73_m2}
log10 copies/mL  {log_copies}/mL|{log10_copies}/mL ;; nmol/hr/mL  nmol/h/mL ;; UNITS/ML  U/mL
Ehrlich unit/dL  {Ehrlich'U}/dL ;; EHRLICH U/DL  {Ehrlich'U}/dL ;; Mrd./L  10*9/L ;; Mio./µl  10*6/ul|10*6/uL
Tsd./µl  10*3/ul|10*3/uL ;; E/l  U/l|U/L ;; mE/l  mU/l|mU/L ;; µE/ml  uU/ml|uU/mL ;; Sek.  s ;; Min.  min ;; Std.  h
I.E./l  [IU]/l|[IU]/L ;; kIE/l  k[IU]/l|k[IU]/L ;; ml/min/1,73qm  mL/min/{1.73_m2}|ml/min/{1.73_m2}
ml/min/1,73 m²  mL/min/{1.73_m2}|ml/min/{1.73_m2} ;; mmol/24h/1.73m2  mmol/(24.h)/{1.73_m2}
AE/ml  [arb'U]/ml|[arb'U]/mL ;; µkat/l  ukat/l|ukat/L ;; Giga/L  10*9/L ;; Tera/L  10*12/L ;; UI/L  [IU]/L
mUI/L  m[IU]/L ;; mUI/ml  m[IU]/ml|m[IU]/mL ;; seg  s ;; millones/mm3  10*6/mm3 ;; millions/mm3  10*6/mm3
miles/mm3  10*3/mm3 ;; células/uL  {cells}/uL ;; Ery/µl  {RBCs}/ul|{RBCs}/uL ;; Leuko/µl  {WBCs}/ul|{WBCs}/uL
pg/Ery  pg/{RBCs}|pg ;; mg/g Krea  mg/g{Krea}|mg/g{creat} ;; g/24 Std  g/(24.h) ;; mL/24 hours  mL/(24.h)
ug/L FEU  ug{FEU}/L ;; mg/L FEU  mg{FEU}/L ;; mg FEU/L  mg{FEU}/L ;; ng/mL DDU  ng{DDU}/mL ;; Index Value  {index}
Units/mL  U/mL ;; IU/mL.  [IU]/mL ;; 10^3cells/uL  10*3/uL|10*3{cells}/uL ;; 10^9 cells/L  10*9/L|10*9{cells}/L
x10^6 /L  10*6/L ;; x10'9/L  10*9/L ;; 10^3/mm^3  10*3/mm3 ;; 1000/uL.  1000/uL ;; cells x 10^6/L  10*6/L|10*6{cells}/L
per mm3  /mm3 ;; per hpf  /[HPF] ;; /HPF  /[HPF] ;; /high power field  /[HPF] ;; mEq/day  meq/d ;; mEq/kg/day  meq/kg/d
mcg/kg/hour  ug/kg/h ;; mcg/kg/mins  ug/kg/min ;; units/kg/hour  [IU]/kg/h|U/kg/h ;; mL/kilogram  mL/kg
mg/kilogram/day  mg/kg/d ;; grams/deciliter  g/dL ;; milligrams per deciliter  mg/dL ;; micrograms/liter  ug/L
millimoles per liter  mmol/L ;; milliequivalents/L  meq/L ;; International Units  [IU]
international units per litre  [IU]/L ;; mm of mercury  mm[Hg] ;; mmHg.  mm[Hg] ;; cm of water  cm[H2O] ;; mBar  mbar
L per minute  L/min ;; Litres/min  L/min ;; L/mn  L/min ;; lpm  L/min ;; LPM  L/min ;; Beats/Minute  /min|{beats}/min
/minute  /min ;; per minute  /min ;; br/min  /min|{breaths}/min ;; kg/m2.  kg/m2 ;; Kgs  kg ;; LBS  [lb_av]
Pounds  [lb_av] ;; OZ  [oz_av] ;; FT  [ft_i] ;; IN  [in_i] ;; Inches  [in_i] ;; DEG C  Cel
degrees Fahrenheit  [degF] ;; ºC  Cel ;; °C.  Cel ;; oC  Cel ;; SECS  s ;; Hrs  h ;; Years  a ;; YEARS  a ;; Weeks  wk
DAYS  d ;; umol/L.  umol/L ;; µmoles/L  umol/L ;; nmols/L  nmol/L ;; pmoL/L  pmol/L ;; mmol/mol Hb  mmol/mol{Hb}
mmol/mol Hb.  mmol/mol{Hb} ;; % Hb  % ;; VOL%  % ;; mOsm/kgH2O  mosm/kg{H2O} ;; mOsm/kg water  mosm/kg{water}
U/g Hb  U/g{Hb} ;; U/gHb  U/g{Hb} ;; GAMMA/kg/min  ug/kg/min ;; CAPSULE  {capsule} ;; TABLET(S)  {tablet}
Tab(s)  {tablet} ;; Units  [IU]|U ;; puffs.  {puff} ;; mL(s)  mL ;; GRAM  g ;; GRAMS  g ;; MCG  ug ;; µL  uL
microliter  uL ;; mcliters  uL ;; square meters  m2 ;; m sq  m2 ;; gm/kg  g/kg ;; gm/day  g/d ;; mgs/day  mg/d
mcg/actuation  ug/{puff}|ug/{actuat} ;; mg/puff  mg/{puff} ;; ppb.  [ppb] ;; PPM  [ppm] ;; dB HL  dB{HL}
kcal/kg/day  kcal/kg/d ;; kJ/day  kJ/d ;; joules/kg  J/kg ;; mV.  mV ;; msecs  ms ;; millisec  ms ;; bar(g)  bar
mgs/dl  mg/dl|mg/dL ;; gm/dL.  g/dL ;; gr/dL  g/dL ;; g/dl.  g/dl|g/dL ;; gram/dL  g/dL ;; mEqs/L  meq/L
mEq/Liter  meq/L ;; meq/Lt  meq/L ;; mmol/Litre  mmol/L ;; mmol / L  mmol/L ;; mmol/L.  mmol/L ;; m mol/L  mmol/L
mmols/L  mmol/L ;; umols/L  umol/L ;; uMol/L  umol/L ;; umoles/L  umol/L ;; Umol/l  umol/l|umol/L ;; nMol/L  nmol/L
pMol/L  pmol/L ;; fmol/l.  fmol/l|fmol/L ;; iu/L  [IU]/L ;; Iu/ml  [IU]/ml|[IU]/mL ;; uiu/mL  u[IU]/mL
u IU/mL  u[IU]/mL ;; m IU/L  m[IU]/L ;; mIU/ml  m[IU]/ml|m[IU]/mL ;; MIU/ML  m[IU]/mL|M[IU]/mL ;; KU/L  kU/L|k[IU]/L
KUA/L  kU/L ;; kUA/L  kU/L ;; U/Lt  U/L ;; u/lt  U/L ;; IU/Lit  [IU]/L ;; ng/dl.  ng/dl|ng/dL ;; ngs/mL  ng/mL
Ng/mL  ng/mL ;; nanogram/mL  ng/mL ;; picogram/mL  pg/mL ;; picograms  pg ;; pg/cell  pg/{cell}|pg/{cells}|pg
mcgs  ug ;; mcg/24h  ug/(24.h) ;; mcg/24 hours  ug/(24.h) ;; mg/24 Hours  mg/(24.h) ;; mg/24hrs  mg/(24.h)
mL/24 hrs  mL/(24.h) ;; mg/12h  mg/(12.h) ;; cc/min  mL/min ;; cc/kg  mL/kg ;; cc/kg/hr  mL/kg/h ;; ccs  mL
l/min.  l/min|L/min ;; Lpm  L/min ;; liter/min  L/min ;; L/Min/m2  L/min/m2 ;; L/min/M2  L/min/m2 ;; mmHg/sec  mm[Hg]/s
mmHg*min/L  mm[Hg].min/L ;; Wood units  [wood'U] ;; m/sec  m/s ;; cm/sec  cm/s ;; cm/Sec  cm/s ;; mm/sec  mm/s
m/sec2  m/s2 ;; m/s^2  m/s2 ;; sec-1  s-1 ;; 1/sec  1/s ;; 1/mins  1/min ;; /day  /d ;; /wk.  /wk
times/day  {times}/d ;; doses/day  {dose}/d|{doses}/d ;; drinks/day  {drinks}/d ;; packs/day  {packs}/d|{pack}/d
cigs/day  {cigs}/d ;; cells/hpf  {cells}/[HPF] ;; cells/HPF.  {cells}/[HPF] ;; casts/lpf  {casts}/[LPF]
x1000/mm3  10*3/mm3 ;; x10(9)/l  10*9/l|10*9/L ;; 10(3)/uL  10*3/uL ;; 10(6)/mcL  10*6/uL ;; 10*3/mcL  10*3/uL
10*3/µL  10*3/uL ;; 10^12/l.  10*12/l|10*12/L ;; 10E12/L  10*12/L ;; 10E+3/uL  10*3/uL ;; 10e+9/L  10*9/L
10**9/L  10*9/L ;; *10^9/L  10*9/L ;; *10^3/uL  10*3/uL ;; x10exp9/L  10*9/L ;; E12/L  10*12/L ;; e3/uL  10*3/uL
K/mcL  10*3/uL ;; K/microL  10*3/uL ;; k/mm3  10*3/mm3 ;; M/mm3  10*6/mm3 ;; M/mcL  10*6/uL ;; Mill/uL  10*6/uL
thou/mcL  10*3/uL ;; thou/cumm  10*3/mm3 ;; Thou/uL  10*3/uL ;; 1000/mcL  1000/uL ;; bil/L  10*9/L ;; trill/L  10*12/L
lakh/cumm  10*5/mm3 ;; fl/cell  fl/{cells} ;; femtoliter  fL ;; femtoliters  fL ;; microns  um ;; micron  um
mcm  um|umol/L ;; millimeter  mm ;; centimetre  cm ;; centimeters  cm ;; Centigrade  Cel ;; deg. Fahrenheit  [degF]
Degrees C  Cel ;; degrees  deg ;; angle degrees  deg ;; Kilograms  kg ;; kilo  kg ;; KGS  kg ;; kg.  kg ;; lb.  [lb_av]
lbs.  [lb_av] ;; Lbs  [lb_av] ;; pound  [lb_av] ;; ozs  [oz_av] ;; inches.  [in_i] ;; ins  [in_i] ;; yards  [yd_i]
miles  [mi_i] ;; yr.  a ;; Yr  a ;; yo  a ;; y  a ;; mths  mo ;; Wks  wk ;; dys  d ;; min.  min ;; mins.  min ;; hr.  h
hours.  h ;; Sec  s ;; sec.  s ;; msecs.  ms ;; mSec  ms ;; usec  us ;; Hertz  Hz ;; KHz  kHz ;; Mhz  MHz ;; mVolt  mV
millivolts  mV ;; uVolts  uV ;; ohm  Ohm ;; kohm  kOhm ;; mohm  mOhm ;; mcg/m3  ug/m3 ;; ug/M3  ug/m3 ;; PPB  [ppb]
%vol  % ;; vol %  % ;; % v/v  % ;; mol %  % ;; g percent  g/dL ;; units/24 hr  [IU]/(24.h)|U/(24.h)
units/kg/min  [IU]/kg/min|U/kg/min ;; milliunits/min  mU/min|m[IU]/min ;; mUnits/min  mU/min|m[IU]/min
mcg/kg/hr  ug/kg/h ;; MCG/KG/MIN  ug/kg/min ;; mg/kg/hr  mg/kg/h ;; mg/m2/day  mg/m2/d ;; mg/sq m  mg/m2
mEq/hr  meq/h ;; mmol/hr  mmol/h ;; mL/hour  mL/h ;; ML/HR  mL/h ;; gtts/min  [drp]/min ;; drops/min  [drp]/min
sprays/day  {spray}/d|{sprays}/d ;; tabs/day  {tablet}/d ;; Capsule(s)  {capsule} ;; Tablets  {tablet}
teaspoon  [tsp_us] ;; tablespoon(s)  [tbs_us] ;; Fr  [Ch] ;; gauge  {gauge} ;; Hounsfield units  [hnsf'U]
HU  [hnsf'U] ;; Bq/ml.  Bq/ml|Bq/mL ;; MBq/kg.  MBq/kg ;; mg/Kg  mg/kg ;; Mcg/kg  ug/kg ;; mcg/Kg/Min  ug/kg/min
uG/mL  ug/mL ;; MCG/HR  ug/h ;; MEQ/L  meq/L ;; MEQ  meq ;; MMOL  mmol ;; MOSM/KG  mosm/kg ;; MOSMOL/KG  mosm/kg
mOsmol/L  mosm/L ;; IU/24h  [IU]/(24.h) ;; U/24hr  U/(24.h) ;; GM/24HR  g/(24.h) ;; gm/24 hr  g/(24.h)
g/24 hours  g/(24.h) ;; ML/24HR  mL/(24.h) ;; mcg/gm  ug/g ;; mcg/gm creat  ug/g{creat}
ug/gm Cr  ug/g{Cr}|ug/g{creat} ;; mg/gCr  mg/g{Cr}|mg/g{creat}
mmol/mmol creatinine  mmol/mmol{creatinine}|mmol/mmol{creat} ;; nmol BCE/L  nmol{BCE}/L ;; nmol/mg prot  nmol/mg{prot}
U/10^12 RBC  U/10*12{RBC}|U/(10*12){RBC}|U/10*12{RBCs} ;; U/gm Hb  U/g{Hb} ;; umol/gHb  umol/g{Hb} ;; U/g Hgb  U/g{Hgb}
Cells/cu mm  {cells}/mm3 ;; cells/mm^3  {cells}/mm3 ;; cell/µL  {cells}/uL ;; RBC/uL  {RBCs}/uL ;; WBC/µL  {WBCs}/uL
/µL  /uL ;; /mcL  /uL ;; per uL  /uL ;; x10^3/mm3  10*3/mm3 ;; X10 3/UL  10*3/uL ;; x 10E6/uL  10*6/uL
x 10 9/L  10*9/L ;; 10^6 /ml  10*6/mL|10*6/ml ;; 10e6/mL  10*6/mL ;; 10^6 CFU/mL  10*6.[CFU]/mL
CFU/ml  [CFU]/ml|[CFU]/mL ;; cfu/g  [CFU]/g ;; EU/ml.  [EU]/ml|[EU]/mL ;; IU/dL  [IU]/dL ;; iu/dl  [IU]/dl|[IU]/dL
kIU/mL  k[IU]/mL ;; MIU  M[IU]|m[IU] ;; mcIU/ml  u[IU]/ml|u[IU]/mL ;; microIU/mL  u[IU]/mL ;; micro IU/mL  u[IU]/mL
milliIU/L  m[IU]/L ;; milli-international units per liter  m[IU]/L ;; micrograms per deciliter  ug/dL
nanograms per milliliter  ng/mL ;; picograms per mL  pg/mL ;; millimoles/L  mmol/L ;; grams per liter  g/L
percentage  % ;; % (w/v)  % ;; % sat.  % ;; % of predicted  % ;; %pred  % ;; % Pred  % ;; L/sec  L/s ;; L/s.  L/s
cmH2O/L/sec  cm[H2O]/L/s ;; cm H2O/L/s  cm[H2O]/L/s ;; mL/cmH2O  mL/cm[H2O] ;; mL/cm H2O  mL/cm[H2O]
mL/mmHg/min  mL/mm[Hg]/min ;; J/cm²  J/cm2 ;; W/kg.  W/kg ;; N·m  N.m ;; N*s  N.s ;; kN/mm²  kN/mm2 ;; mm²  mm2
cm³  cm3 ;; Cm  cm ;; metres  m ;; meter  m ;; Celcius  Cel ;; C deg  Cel ;; deg-C  Cel ;; °Fahrenheit  [degF]
Kelvin  K ;; mm Hg.  mm[Hg] ;; mmHg (mean)  mm[Hg] ;; mm/Hg  mm[Hg] ;; bar.  bar ;; PSI  [psi]
breath/min  {breaths}/min|/min ;; resp./min  {breaths}/min|/min ;; Puls/min  {Puls}/min|/min ;; 1/Min  1/min
min-1.  min-1 ;; min⁻¹  min-1 ;; s⁻¹  s-1 ;; L⁻¹  L-1 ;; mol·L⁻¹  mol.L-1 ;; mg·kg⁻¹·d⁻¹  mg.kg-1.d-1 ;; µg·m⁻³  ug.m-3
kg·m⁻²  kg.m-2 ;; Stk.  {each} ;; Stück  {each} ;; Tabl.  {tablet} ;; Kps.  {capsule} ;; Trpf.  [drp] ;; Tropfen  [drp]
gouttes  [drp] ;; gotas  [drp] ;; comprimidos  {tablet} ;; ampolla  {ampule} ;; Hub  {puff} ;; sachet  {sachet}
lozenge  {lozenge} ;; suppositories  {suppository} ;; mL/dose  mL/{dose} ;; mg/tab  mg/{tablet} ;; mg/mL.  mg/mL
mg/5 mL  mg/(5.mL) ;; mg/5mL  mg/(5.mL) ;; g/100 g  g/(100.g) ;; g/100g  g/(100.g) ;; kcal/100 g  kcal/(100.g)
kJ/100g  kJ/(100.g) ;; IU/g  [IU]/g ;; mg/dL {calc}  mg/dL{calc} ;; years old  a ;; y.o.  a ;; months old  mo
gestational weeks  wk|wk{gestational}
`

export const LABORATORY_UNITS: readonly { readonly written: string; readonly meant: readonly string[] }[] = LINES.trim()
  .split(/\n| ;; /)
  .map((line) => line.split('  '))
  .map(([written, meant]) => ({ written: written!, meant: meant!.split('|') }))
