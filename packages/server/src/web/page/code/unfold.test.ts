import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unfold } from './obfuscation.ts'

describe('code, unfolded', () => {
  it('keeps what is written, opens escapes and adds what literals decode to', () => {
    const code = String.raw`a["\x61\u0062"]=atob("PGZvcm0+PGlucHV0Pjwv" + "Zm9ybT4=")`
    const { text, decoded, unfolded } = unfold('inline', code)
    assert.equal(text, code)
    assert.equal(decoded, '<form><input></form>')
    assert.match(unfolded, /^a\["ab"\]=atob/)
    assert.match(unfolded, /\n<form><input><\/form>$/)
  })

  it('opens plain literals in Base64 that hold text, and no pictures', () => {
    const encoded = Buffer.from('https://evil.test/collect').toString('base64')
    assert.equal(unfold('inline', `const hosts = ["${encoded}"]`).decoded, 'https://evil.test/collect')
    assert.equal(unfold('inline', `img.src = "${Buffer.alloc(40, 0xfe).toString('base64')}"`).decoded, '')
  })

  it('does not let an escaped quote end the literal that it stands in', () => {
    assert.equal(unfold('inline', String.raw`'\x27'`).unfolded, `' '`)
  })
})
