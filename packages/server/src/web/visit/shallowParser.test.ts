import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ShallowParser } from './shallowParser.ts'

describe('the parser with a bounded stack', () => {
  it('reads what lies deeper than its stack, text-only elements too', () => {
    const seen: string[] = []
    const text: string[] = []
    const parser = new ShallowParser({
      onopentag: (name) => void seen.push(name),
      ontext: (data) => void text.push(data),
    })
    parser.end(`${'<div>'.repeat(5_000)}<input><script>a<b></script><p>end`)
    assert.equal(seen.filter((name) => name === 'div').length, 5_000)
    assert.deepEqual(seen.slice(-3), ['input', 'script', 'p'])
    assert.equal(text.join(''), 'a<b>end')
  })
})
