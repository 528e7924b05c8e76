import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, it } from 'node:test'
import { EgressError } from '@redoubt/egress/egressError.ts'
import { withServer } from '@redoubt/egress/testing/withServer.ts'
import type { Cloaking } from '@redoubt/risk/facts/visit.ts'
import { parseSite } from '../address/parseSite.ts'
import { createPageReader } from '../page/createPageReader.ts'
import { createVisitor } from '../visit/createVisitor.ts'
import { createCloakingCheck } from './createCloakingCheck.ts'

/** Visits a server as a person, then compares with a robot. */
function check(listener: RequestListener): Promise<Cloaking | null> {
  return withServer(listener, async ({ egress, allowed }) => {
    const { fetch } = egress.guarded
    const signal = AbortSignal.timeout(120_000)
    const options = { fetch, parse: parseSite, deadlineMs: 60_000 }
    const visited = await createVisitor(options)(parseSite(allowed), signal)
    const page = await createPageReader({ ...options, brands: [] })(visited, signal)
    return createCloakingCheck(options)(visited, page, signal)
  })
}
const page = (title: string, code = '') => `<title>${title}</title><p>Welcome</p><script>${code}</script>`
const isRobot = (agent: string | undefined) => /bot/i.test(agent ?? '')
const HTML = { 'content-type': 'text/html' }

describe('a page that is compared with what a robot is shown', () => {
  it('is the same for everybody', async () => {
    const same = await check((_, response) => void response.writeHead(200, HTML).end(page('Shop')))
    assert.deepEqual([same?.differs, same?.how], [false, []])
  })

  it('shows robots a harmless one', async () => {
    const cloaked = await check((request, response) => {
      const robot = isRobot(request.headers['user-agent'])
      response
        .writeHead(200, HTML)
        .end(robot ? page('Recipes') : page('Claim', 'request({ method: "eth_sendTransaction" })'))
    })
    assert.deepEqual(cloaked?.how, ['title', 'wallet-code'])
    assert.deepEqual([cloaked?.visitor.title, cloaked?.robot.title], ['Claim', 'Recipes'])
  })

  it('turns robots away', async () => {
    const hangUp: RequestListener = (request, response) => {
      if (isRobot(request.headers['user-agent'])) response.destroy()
      else response.writeHead(200, HTML).end(page('Shop'))
    }
    assert.deepEqual((await check(hangUp))?.how, ['blocked'])
  })

  it('is nothing to compare when no server answers', async () => {
    assert.equal(await check((_, response) => void response.destroy()), null)
  })

  it('is not judged by a robot that was merely too late', async () => {
    await withServer(
      (request, response) => {
        if (!isRobot(request.headers['user-agent'])) response.writeHead(200, HTML).end(page('Shop'))
      },
      async ({ egress, allowed }) => {
        const { fetch } = egress.guarded
        const signal = AbortSignal.timeout(120_000)
        const visited = await createVisitor({ fetch, parse: parseSite, deadlineMs: 60_000 })(parseSite(allowed), signal)
        const late = createCloakingCheck({ fetch, parse: parseSite, deadlineMs: 50 })(visited, null, signal)
        await assert.rejects(late, (error) => error instanceof EgressError && error.failure === 'timeout')
      },
    )
  })
})
