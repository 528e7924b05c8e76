import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'

const service = await sharedService()

type Answer = { riskScore: number; riskLevel: string; verified?: boolean; warnings?: { id: string }[] }
type Row = { address?: string; token?: string; riskLevel: string }

// One address has one level, at whatever endpoint and in whatever order it is asked.
describe('one judgement for one address', () => {
  const world = sandboxWorld('ethereum')
  const { actors, traps, tokens, honest, safe } = world

  const answerOf = async (path: string, body?: object): Promise<Answer> => {
    const { status, json } = await service.ask(path, body)
    assert.equal(status, 200, JSON.stringify(json))
    return json.data
  }
  const query = '?chain=ethereum&deadlineMs=25000'
  const ask = {
    contract: (address: string) =>
      answerOf('/v1/scan/contract', { address, chain: 'ethereum', options: { deadlineMs: 25_000 } }),
    wallet: (address: string) => answerOf(`/v1/scan/wallet/${address}${query}`),
    verify: (address: string) => answerOf(`/v1/wallet/verify/${address}${query}`),
  }
  const levelsOf = async (address: string, order: (keyof typeof ask)[]) => {
    const levels: string[] = []
    for (const endpoint of order) levels.push((await ask[endpoint](address)).riskLevel)
    return levels
  }

  const cases: Record<string, { address: string; level: RegExp }> = {
    'a drainer contract': { address: traps.drainer, level: /^critical$/ },
    'a honeypot token': { address: traps.honeypot, level: /^(high|critical)$/ },
    'a delegate that passes payments on': { address: traps.maliciousDelegate, level: /^critical$/ },
    'an honest airdrop': { address: honest.airdrop, level: /^(safe|low)$/ },
    'a well-known token': { address: tokens.usdc, level: /^(safe|low)$/ },
    'a Safe': { address: safe.account, level: /^(safe|low)$/ },
    'a delegated account': { address: actors.delegated, level: /^(safe|low)$/ },
    'a trader': { address: actors.trader, level: /^(safe|low)$/ },
    'a thief on a list': { address: actors.hacker, level: /^critical$/ },
  }
  for (const [name, { address, level }] of Object.entries(cases))
    test(`${name} has the same level everywhere, contract scan first and wallet scan first`, async () => {
      const forwards = await levelsOf(address, ['contract', 'wallet', 'verify'])
      const backwards = await levelsOf(address, ['verify', 'wallet', 'contract'])
      assert.equal(new Set([...forwards, ...backwards]).size, 1, `${forwards} ${backwards}`)
      assert.match(forwards[0] ?? '', level)
    })

  test('a drainer contract is never verified, and the wallet scan gives the findings of its code', async () => {
    const [{ verified }, { riskScore }, { riskScore: byContract }] = await Promise.all([
      ask.verify(traps.drainer),
      ask.wallet(traps.drainer),
      ask.contract(traps.drainer),
    ])
    assert.deepEqual([verified, riskScore], [false, byContract])
  })

  test('the scan that does not decide says what the other found', async () => {
    const [wallet, contract] = await Promise.all([ask.wallet(traps.drainer), ask.contract(actors.hacker)])
    assert.ok(JSON.stringify(wallet).includes('contract-scan-result'))
    assert.ok(JSON.stringify(contract).includes('wallet-scan-result'))
  })

  test('the judgement of a counterparty, a spender and a holding is the level of its row', async () => {
    const subjects = [traps.drainer, traps.honeypot, actors.drainerCashOut, tokens.usdc, tokens.dai]
    const judged = new Map<string, string>()
    for (const address of subjects) judged.set(address.toLowerCase(), (await ask.contract(address)).riskLevel)
    const owners = [actors.victimOne, actors.victimTwo, actors.buyerOne, actors.drainerOperator]
    const rows: [place: string, address: string, level: string][] = []
    const note = (place: string, all: readonly Row[]) => {
      for (const { address, token = address, riskLevel } of all)
        rows.push([place, token?.toLowerCase() ?? '', riskLevel])
    }
    for (const owner of owners) {
      const data = async (path: string) => (await service.ask(`/v1/${path}/${owner}${query}`)).json.data
      note('counterparties', (await data('scan/wallet')).counterparties)
      note('associations', (await data('wallet/verify')).checks.associations)
      note('holdings', (await data('wallet/profile')).holdings.tokens)
    }
    const told = rows.filter(([, address]) => judged.has(address))
    for (const [place, address, level] of told) assert.equal(level, judged.get(address), `${place} ${address}`)
    const shown = (place: string) => new Set(told.flatMap(([at, address]) => (at === place ? [address] : [])))
    const drainers = [traps.drainer, actors.drainerCashOut].map((address) => address.toLowerCase())
    for (const place of ['counterparties', 'associations'])
      for (const address of [...drainers, traps.honeypot.toLowerCase()]) assert.ok(shown(place).has(address), place)
    assert.ok(shown('holdings').has(traps.honeypot.toLowerCase()))
    for (const address of drainers) assert.equal(judged.get(address), 'critical')
  })

  test('what one account monitors and scanned changes nothing that another account is told', async () => {
    const { app, ask: send } = service
    const keyOf = async (name: string) => {
      const { id: accountId } = await app.store.accounts.create({ name, plan: 'enterprise' })
      const scopes = ['scan:read', 'wallet:read', 'risk:read', 'webhooks:write'] as const
      const key = { accountId, name, scopes: [...scopes], environment: 'test' as const }
      const { token } = await app.store.keys.create(key)
      return { authorization: `Bearer ${token}` }
    }
    const [one, other] = await Promise.all([keyOf('one'), keyOf('other')])
    // First and last digits of the subject: a look-alike of it for the account that knows it.
    const subject = actors.friend
    const alike = `${subject.slice(0, 8)}${'0123456789abcdef'.repeat(2).slice(0, 28)}${subject.slice(-6)}`.toLowerCase()
    const told = async (headers: Record<string, string>) => {
      const paths = [`scan/wallet/${subject}`, `wallet/verify/${subject}`, `risk/score/${subject}`]
      const answers = await Promise.all(paths.map((path) => send(`/v1/${path}${query}`, undefined, headers)))
      return answers.map(({ status, json: { data } }) => {
        assert.equal(status, 200)
        const { riskScore, riskLevel, warnings, riskFactors, factors } = data
        const found: { id: string }[] = warnings ?? riskFactors ?? factors ?? []
        return [riskScore, riskLevel, found.map(({ id }) => id)]
      })
    }
    const before = await told(other)
    for (const address of [alike, subject]) {
      const { status, json } = await send('/v1/monitors', { address, alerts: {} }, one)
      assert.ok(status < 300, JSON.stringify(json))
      assert.equal((await send(`/v1/scan/wallet/${alike}${query}`, undefined, one)).status, 200)
    }
    await told(one)
    assert.deepEqual(await told(other), before)
  })
})
