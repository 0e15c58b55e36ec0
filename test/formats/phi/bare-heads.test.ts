// Institutions in small letters by the noun that their words end with, and the same nouns where nobody's institution is meant.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

describe('plain words before a noun of institutions, without an article', () => {
  test.each([
    ['discharge to juniper flats snf on iv cefazolin', 'juniper flats snf'],
    ['i do the billing for harbor & main eye associates', 'harbor & main eye associates'],
    ['call from stepping stones nursing home, resident fell', 'stepping stones nursing home'],
    ['transfer from three rivers med ctr', 'three rivers med ctr'],
    ['therapist at mindful body works asks', 'mindful body works'],
    ['worker at golden plains poultry, acid in eye', 'golden plains poultry'],
    ['seen at kettle creek minor injuries', 'kettle creek minor injuries'],
    ['admitted from copper kettle alf with a uti', 'copper kettle alf'],
    ['referred by valley view family practice', 'valley view family practice'],
    ['laid off from iron horse foundry, no insurance', 'iron horse foundry'],
    ['the welder from broken arrow steelworks', 'broken arrow steelworks'],
    ['the carer at beech house gave it twice', 'beech house'],
  ])('%s', (text, value) => {
    const found = detectPhi(text).filter(({ category }) => category === 'facility' || category === 'organization')
    expect(found.map(({ start, end }) => text.slice(start, end))).toContain(value)
  })

  test.each([
    'discharge to skilled snf on iv antibiotics',
    'can i refer from urgent eye clinic to retina',
    'criteria for moving to nursing home',
    'what is covered in minor injuries unit',
    'transfer from outside med ctr without imaging',
    'complaints from busy family practice',
    'risk of fall in memory care home residents',
    'noise exposure in steel foundry and hearing loss',
    'hand hygiene in dairy farm and poultry workers',
    'dermatitis in bread bakery staff',
    'lung disease from cotton mill dust',
    'asthma from flour bakery dust',
    'silicosis in stone quarry workers',
    'coding for bilateral eye care visit',
    'billing for pediatric dental associates',
    'rates of covid in city school buses',
    'antivirals for flu in rest home outbreak',
    'is peritoneal dialysis better than home dialysis',
    'discharge to rehab or snf after hip fracture',
    'protocol for dental lab impressions',
    'brucellosis from sheep farm and meat poultry',
    'deconditioned pt to alf or home',
    'zinc fumes in metal foundry',
    'psittacosis after working in duck poultry plant',
    'acute lung injury from welding fencing',
    'wood dust in furniture sawmill',
    'transfer criteria from hospice to snf',
    'referral from community eye clinic, is oct enough',
    'discharge from stroke unit to care home',
    'legionella in hospital and nursing home',
    'farmers lung from mushroom farm',
    'spirometry at gp practice',
    'management of bird flu in backyard poultry',
    'how to get from assisted living to memory care home',
    'at what point from home to nursing home',
    'swallow plan for advanced dementia in nursing home',
    'salmonella from raw poultry',
    'avian flu h5n1 risk from cooked poultry',
    'exposure to live poultry',
  ])('none in: %s', (text) => {
    expect(detectPhi(text)).toEqual([])
  })
})
