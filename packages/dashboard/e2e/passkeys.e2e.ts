import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { startTestWorld, type TestWorld } from '../../server/src/http/testing/testWorld.ts'
import { createPasswordHasher } from '../../server/src/identity/passwordHasher.ts'
import { launchBrowser, openPage, PASSWORD, skip } from './dashboardWorld.ts'

// Passkeys need a secure context: `localhost` is one, 127.0.0.1 is none. No chain is needed for them.

const BUILT = join(import.meta.dirname, '../../server/site/dashboard')

type Credential = { credentialId: string; signCount: number }

describe('a passkey in Chromium', { skip, timeout: 120_000 }, () => {
  let world: TestWorld
  let browser: Browser
  let neighbour: Server
  let origin: string

  before(async () => {
    world = await startTestWorld({ dashboardFolder: BUILT })
    browser = await launchBrowser()
    neighbour = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
    origin = world.url.replace('127.0.0.1', 'localhost')
    await world.addKey()
    const { members } = world.storage.store
    const { now } = world.clock
    const { id } = await members.create({ accountId: 'account-1', name: 'grace', role: 'viewer', now })
    await members.setPassword(id, await createPasswordHasher().hash(PASSWORD))
  })
  after(async () => {
    neighbour?.close()
    await browser?.close()
    await world?.[Symbol.asyncDispose]()
  })

  /** An authenticator as of a laptop, which verifies its person by itself. */
  async function addAuthenticator(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    return { devtools, authenticatorId }
  }
  const post = (path: string, body: unknown) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('signs up and in, and is refused from another site, a second time, from a copy, and once it is removed', async () => {
    const { page, problems } = await openPage(browser)
    const { devtools, authenticatorId } = await addAuthenticator(page)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    /** The page that was asked for stays behind the signing in. */
    const account = page.getByRole('button', { name: /account of grace/ })
    const isIn = () => account.waitFor()
    const leave = async () => {
      await account.click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in to Redoubt' }).waitFor()
    }
    await page.goto(`${origin}/dashboard/`)
    await page.getByLabel('Name').fill('grace')
    await page.getByLabel('Password').fill(PASSWORD)
    await press('Sign in')
    await isIn()
    await page.goto(`${origin}/dashboard/settings/members`)
    await page.getByLabel('Name of the passkey').fill('laptop')
    await press('Add passkey')
    await page.getByRole('listitem').getByText('laptop').waitFor()
    await leave()

    const verified = page.waitForRequest('**/v1/session/passkey/verify')
    await press('Sign in with a passkey')
    const replayed = (await verified).postDataJSON()
    await isIn()
    assert.equal((await post('/v1/session/passkey/verify', replayed)).status, 401, 'a second time')

    // A page of another port asks the same authenticator, for the same host: only the origin tells them apart.
    const elsewhere = await page.context().newPage()
    const stranger = await addAuthenticator(elsewhere)
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    const [credential] = credentials as (Credential & (typeof credentials)[number])[]
    assert.ok(credential)
    await stranger.devtools.send('WebAuthn.addCredential', { authenticatorId: stranger.authenticatorId, credential })
    const { options } = (await (await post('/v1/session/passkey/options', {})).json()).data
    await elsewhere.goto(`http://localhost:${(neighbour.address() as AddressInfo).port}/`)
    const signed = await elsewhere.evaluate(`navigator.credentials
      .get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)}) })
      .then((credential) => credential.toJSON())`)
    assert.equal((await post('/v1/session/passkey/verify', { response: signed })).status, 401, 'from another site')
    await elsewhere.close()

    await leave()
    const { signCount } = (await devtools.send('WebAuthn.getCredentials', { authenticatorId }))
      .credentials[0] as Credential
    assert.ok(signCount > 1, `the authenticator counts: ${signCount}`)
    const { credentialId } = credential
    await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } })
    await press('Sign in with a passkey')
    await page.getByRole('alert').waitFor()
    assert.equal(await account.count(), 0, 'a copy whose counter is behind')
    await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    await devtools.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...credential, signCount: signCount + 10 },
    })
    await press('Sign in with a passkey')
    await isIn()

    await page.goto(`${origin}/dashboard/settings/members`)
    await press('Remove')
    await press('Remove passkey')
    await page.getByText('No passkey yet').waitFor()
    await leave()
    await press('Sign in with a passkey')
    await page.getByRole('alert').waitFor()
    assert.deepEqual(problems, [])
    await page.context().close()
  })
})
