import { expect, test } from 'vitest'
import { countRoundTrips } from '../../../bench/requests/round-trips.ts'

/** A request from `start` to `end`, in milliseconds. */
const request = (start: number, end: number) => ({ time: new Date(end).toISOString(), ms: end - start })

test('requests one after the other all count', () => {
  expect(countRoundTrips([request(0, 50), request(50, 100), request(110, 160)])).toBe(3)
})

test('requests side by side count once', () => {
  expect(countRoundTrips([request(0, 50), request(1, 52), request(2, 48)])).toBe(1)
})

test('a long one beside several short ones does not hide them', () => {
  expect(countRoundTrips([request(0, 200), request(0, 50), request(60, 110), request(120, 170)])).toBe(3)
})

test('none are no round trip', () => {
  expect(countRoundTrips([])).toBe(0)
})
