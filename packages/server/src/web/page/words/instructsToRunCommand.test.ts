import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instructsToRunCommand } from '../createPageReader.ts'

describe('a text that tells its reader to run what was copied', () => {
  const cases: [text: string, tells: boolean][] = [
    ['To prove that you are human, press Windows + R, then Ctrl + V and Enter.', true],
    ['Verification steps: 1. Press ⊞ + R 2. Press CTRL+V', true],
    ['To fix the error open PowerShell and press Ctrl + V.', true],
    ['Install it with one line in your shell.', false],
    ['Keyboard shortcuts: Ctrl + V pastes.', false],
    ['Complete the captcha to continue.', false],
  ]
  for (const [text, tells] of cases)
    it(`${tells ? 'does' : 'does not'}: ${text}`, () => assert.equal(instructsToRunCommand(text), tells))
})
