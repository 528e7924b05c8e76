import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GuardedPull } from '@redoubt/risk/facts/guardedPull.ts'
import { ofEachRight } from './gatherGuardedPulls.ts'

type Right = GuardedPull['right']
const many = (right: Right, count: number) =>
  Array.from({ length: count }, () => (right === undefined ? {} : { right }))
const CASES: [string, { right?: Right }[], (Right | null)[]][] = [
  ['an approval behind many calls of wallets', [...many('wallets', 9), {}], [null, ...Array(8).fill('wallets')]],
  [
    'a position behind many approvals',
    [...many(undefined, 9), ...many('positions', 1)],
    [...Array(8).fill(null), 'positions'],
  ],
  ['few of one right', many('signatures', 2), ['signatures', 'signatures']],
]

for (const [name, pulls, expected] of CASES)
  test(`${name} is kept, approvals first`, () => {
    const kept = ofEachRight(pulls as Pick<GuardedPull, 'right'>[])
    assert.deepEqual(
      kept.map(({ right }) => right ?? null),
      expected,
    )
  })
