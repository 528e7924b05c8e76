import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldKind } from './linksOf.ts'
import type { Field } from './outline.ts'

describe('what a field takes', () => {
  const cases: [field: Partial<Field>, kind: string | null][] = [
    [{ type: 'password' }, 'password'],
    [{ names: 'userPassword', type: 'text' }, 'password'],
    [{ type: 'email' }, 'email'],
    [{ label: 'E-Mail address' }, 'email'],
    [{ names: 'cc-number' }, 'card'],
    [{ label: 'Card number' }, 'card'],
    [{ names: 'otp one-time-code', type: 'tel' }, 'one-time-code'],
    [{ label: 'Enter 2FA code' }, 'one-time-code'],
    [{ type: 'file' }, 'file'],
    [{ type: 'password', label: 'Recovery phrase' }, 'seed-phrase'],
    [{ tag: 'textarea', label: 'Private key' }, 'private-key'],
    [{ tag: 'textarea' }, 'text'],
    [{ type: 'hidden', names: 'password' }, null],
    [{ type: 'submit' }, null],
    [{ type: 'search' }, null],
  ]
  for (const [field, kind] of cases) {
    it(`${JSON.stringify(field)}: ${kind}`, () => {
      assert.equal(
        fieldKind({ form: null, tag: 'input', type: 'text', names: '', label: '', before: '', ...field }, true),
        kind,
      )
    })
  }
})
