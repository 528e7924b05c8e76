import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareScores, type FreshScore, type Notified } from './compareScores.ts'

const HOUR = 3_600_000
const known = (more: Partial<NonNullable<Notified['base']>> = {}, threats: Notified['threats'] = []): Notified => ({
  base: { rulesetVersion: '1', score: 20, confidence: 0.9, unavailable: [], ...more },
  threats,
  doubtedSince: null,
})
const fresh = (score: number, more: Partial<FreshScore> = {}): FreshScore => ({
  rulesetVersion: '1',
  score,
  confidence: 0.9,
  complete: true,
  unavailable: [],
  threats: [],
  at: 0,
  ...more,
})
const threat = (threatType: string) => ({ threatType, severity: 'high' as const, description: 'It is.' })

describe('a score compared with the last one that was told', () => {
  test('a change of 15 points is told, in either direction, and is the new base', () => {
    for (const [score, told] of [
      [34, false],
      [35, true],
      [6, false],
      [5, true],
    ] as const) {
      const { changed, known: next } = compareScores(known(), fresh(score))
      assert.deepEqual(changed, told ? { previous: 20, current: score } : null)
      assert.equal(next.base?.score, told ? score : 20)
    }
  })

  test('small steps add up', () => {
    let notified = known()
    const told = [27, 34, 41, 48].map((score) => {
      const { changed, known: next } = compareScores(notified, fresh(score))
      notified = next
      return changed
    })
    assert.deepEqual(told, [null, null, { previous: 20, current: 41 }, null])
  })

  test('another version of the rules sets a new base, silently', () => {
    const {
      changed,
      threats,
      known: next,
    } = compareScores(known(), fresh(90, { rulesetVersion: '2', threats: [threat('scam')] }))
    assert.deepEqual([changed, threats, next.base?.score, next.threats], [null, [], 90, ['scam']])
  })

  test('the first score is a base; its threats are reported unless the earlier state is unknown', () => {
    const first = (threats: Notified['threats']) =>
      compareScores({ base: null, threats, doubtedSince: null }, fresh(90, { threats: [threat('scam')] }))
    assert.deepEqual([first([]).changed, first([]).threats.length], [null, 1])
    assert.deepEqual([first(null).threats, first(null).known.threats], [[], ['scam']])
  })

  test('without its decisive facts a score is no score, and what was found counts once', () => {
    const before = known()
    assert.deepEqual(compareScores(before, fresh(90, { complete: false })).known, before)
    const part = fresh(90, { complete: false, threats: [threat('scam')] })
    const { changed, threats, known: next } = compareScores(before, part)
    assert.deepEqual([changed, threats, next], [null, [threat('scam')], { ...before, threats: ['scam'] }])
    assert.deepEqual(compareScores(next, part).threats, [])
    assert.deepEqual(compareScores(next, fresh(90, { threats: [threat('scam')] })).threats, [])
    assert.deepEqual(compareScores({ ...before, base: null, threats: null }, part).threats, [], 'the first are known')
  })

  test('a failing source is no change, nor is one that works again', () => {
    const failing = compareScores(known(), fresh(60, { unavailable: ['history'], threats: [threat('scam')] }))
    assert.deepEqual([failing.changed, failing.threats, failing.known.base?.score], [null, [], 20])
    const again = compareScores(failing.known, fresh(40, { at: HOUR }))
    assert.deepEqual(again.changed, { previous: 20, current: 40 })
    assert.equal(again.known.doubtedSince, null)
    const recovered = compareScores(known({ unavailable: ['history'] }), fresh(90, { threats: [threat('scam')] }))
    assert.deepEqual([recovered.changed, recovered.known.base?.score, recovered.threats.length], [null, 90, 1])
  })

  test('one that fails as before hides nothing', () => {
    const { changed } = compareScores(known({ unavailable: ['history'] }), fresh(60, { unavailable: ['history'] }))
    assert.deepEqual(changed, { previous: 20, current: 60 })
  })

  test('one that fails for half a day is how things are', () => {
    const unavailable = ['history']
    const first = compareScores(known(), fresh(60, { unavailable }))
    const later = compareScores(first.known, fresh(60, { unavailable, at: 11 * HOUR }))
    assert.equal(later.known.base?.score, 20)
    const accepted = compareScores(later.known, fresh(60, { unavailable, at: 12 * HOUR }))
    assert.deepEqual([accepted.changed, accepted.known.base?.score], [null, 60])
    assert.deepEqual(compareScores(accepted.known, fresh(80, { unavailable })).changed, { previous: 60, current: 80 })
  })

  test('of a base without recorded sources, its confidence decides', () => {
    const noted = { unavailable: null, confidence: 0.9 }
    assert.equal(compareScores(known(noted), fresh(60, { confidence: 0.8 })).changed, null)
    assert.deepEqual(compareScores(known(noted), fresh(60, { confidence: 0.88 })).changed, {
      previous: 20,
      current: 60,
    })
  })

  test('a threat is told once while it lasts', () => {
    const first = compareScores(known(), fresh(20, { threats: [threat('scam'), threat('phishing')] }))
    assert.equal(first.threats.length, 2)
    const next = compareScores(first.known, fresh(20, { threats: [threat('scam'), threat('malware')] }))
    assert.deepEqual(next.threats, [threat('malware')])
  })

  test('a threat that was gone is told again when it comes back', () => {
    const first = compareScores(known(), fresh(20, { threats: [threat('scam')] }))
    const gone = compareScores(first.known, fresh(20))
    assert.deepEqual(compareScores(gone.known, fresh(20, { threats: [threat('scam')] })).threats, [threat('scam')])
  })

  test('a threat is not gone because a source failed, the rules changed or a deadline came', () => {
    const { known: told } = compareScores(known(), fresh(20, { threats: [threat('scam')] }))
    const without = [fresh(20, { unavailable: ['lists'] }), fresh(20, { complete: false })]
    for (const one of [...without, fresh(20, { rulesetVersion: '2' })]) {
      const later = compareScores(told, one).known
      assert.deepEqual(compareScores(later, { ...fresh(20), ...one, threats: [threat('scam')] }).threats, [])
    }
    const failing = compareScores(told, fresh(20, { unavailable: ['lists'] })).known
    const accepted = compareScores(failing, fresh(20, { unavailable: ['lists'], at: 12 * HOUR })).known
    assert.deepEqual(accepted.threats, ['scam'])
  })
})
