// A map that forgets: bounded whatever is put in, and what is used stays.
import { expect, test } from 'vitest'
import { BoundedMap } from '../../src/access/bounded-map.ts'

test('never holds more than its bound', () => {
  const map = new BoundedMap<number, number>(100)
  for (let i = 0; i < 10_000; i++) {
    map.set(i, i)
    expect(map.size).toBeLessThanOrEqual(100)
  }
  expect(map.get(9_999)).toBe(9_999)
  expect(map.get(0)).toBeUndefined()
})

test('keeps what is asked for', () => {
  const map = new BoundedMap<string, number>(100)
  map.set('used', 1)
  for (let i = 0; i < 10_000; i++) {
    map.set(String(i), i)
    expect(map.get('used')).toBe(1)
  }
})

test('keeps what may not be dropped, beyond the bound if need be, and drops it afterwards', () => {
  const busy = new Set<number>()
  const map = new BoundedMap<number, number>(100, (value) => busy.has(value))
  for (let i = 0; i < 1_000; i++) {
    busy.add(i)
    map.set(i, i)
  }
  for (let i = 0; i < 1_000; i++) expect(map.get(i)).toBe(i)
  busy.clear()
  for (let i = 1_000; i < 10_000; i++) map.set(i, i)
  expect(map.get(5)).toBeUndefined()
  expect(map.size).toBeLessThanOrEqual(100)
})

test('never gives an older value of a key back, however long that may not be dropped', () => {
  const map = new BoundedMap<string, string>(4, (value) => value === 'older')
  map.set('a', 'older')
  map.set('b', 'x')
  map.set('a', 'newer')
  map.set('c', 'x')
  expect(map.get('a')).toBe('newer')
})

test('has one value of a key', () => {
  const map = new BoundedMap<string, number>(4)
  map.set('a', 1)
  map.set('b', 2)
  map.set('c', 3)
  map.set('a', 4)
  expect(map.get('a')).toBe(4)
  map.clear()
  expect(map.get('a')).toBeUndefined()
  expect(map.size).toBe(0)
})
