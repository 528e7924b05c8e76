import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '../../..')

// docs/WEBHOOKS.md says so: in a clone, `npm ci` is all that it takes.
test('a clone in which nothing was built but by npm ci has the client under its name', () => {
  const clone = mkdtempSync(join(tmpdir(), 'redoubt-clone-'))
  try {
    const copied = ['package.json', 'tsconfig.json', 'scripts/buildClient.ts']
    const ofClient = ['package.json', 'tsconfig.build.json', 'src'].map((name) => `packages/client/${name}`)
    for (const path of [...copied, ...ofClient]) cpSync(join(ROOT, path), join(clone, path), { recursive: true })
    // As npm links workspaces and programs.
    mkdirSync(join(clone, 'node_modules/@redoubt'), { recursive: true })
    symlinkSync('../../packages/client', join(clone, 'node_modules/@redoubt/client'))
    mkdirSync(join(clone, 'node_modules/.bin'))
    symlinkSync(join(ROOT, 'node_modules/@types'), join(clone, 'node_modules/@types'))
    symlinkSync(join(ROOT, 'node_modules/@typescript/native/bin/tsc'), join(clone, 'node_modules/.bin/tsc'))
    const { postinstall } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')).scripts
    assert.match(postinstall, /(^|&& )node scripts\/buildClient\.ts( &&|$)/)
    execFileSync(process.execPath, ['scripts/buildClient.ts'], { cwd: clone })

    writeFileSync(
      join(clone, 'receiver.mjs'),
      `import { verifyWebhook } from '@redoubt/client'
const [{ body, event, error, ...options }] = ${readFileSync(join(ROOT, 'packages/client/vectors/webhooks.json'), 'utf8')}
console.log(JSON.stringify(await verifyWebhook(body, options)) === JSON.stringify(event))`,
    )
    assert.equal(execFileSync(process.execPath, ['receiver.mjs'], { cwd: clone, encoding: 'utf8' }), 'true\n')
  } finally {
    rmSync(clone, { recursive: true })
  }
})
