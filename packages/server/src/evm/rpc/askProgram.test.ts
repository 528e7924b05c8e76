import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assemble } from '../simulation/testing/assembler.ts'
import { ASK_LISTING, ASK_PROGRAM } from './questions.ts'

test('the code is what its listing assembles to', () => {
  assert.equal(assemble(ASK_LISTING.map(([, source]) => source).join('\n')), ASK_PROGRAM)
})

test('the questions begin where the code ends', () => {
  const start = Number(ASK_LISTING[0]?.[1].split(' ')[1])
  assert.equal(ASK_PROGRAM.length / 2 - 1, start)
})
