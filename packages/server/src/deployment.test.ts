import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { ENVIRONMENT } from './environment.ts'
import { emittedMetrics } from './http/testing/emittedMetrics.ts'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8')
/** What the files may set besides settings of the service. */
const OTHERS = ['NODE_ENV']
const isSetting = (name: string) => name in ENVIRONMENT.properties || OTHERS.includes(name)
const SYSTEMD = '/usr/bin/systemd-analyze'

describe('the image', () => {
  const dockerfile = read('Dockerfile')

  test('sets settings that exist', () => {
    const [, set = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []
    const names = set.split(' ').map((one) => one.split('=')[0] ?? '')
    assert.ok(names.includes('HOST'))
    assert.deepEqual(
      names.filter((name) => !isSetting(name)),
      [],
    )
  })

  test('packs each package that the server needs', () => {
    const packed = [...dockerfile.matchAll(/-w packages\/(\w+)/g)].map(([, name]) => name)
    const needs = (name: string): string[] => {
      const { dependencies = {} } = JSON.parse(readFileSync(join(DEPLOY, '../packages', name, 'package.json'), 'utf8'))
      const own = Object.keys(dependencies).flatMap((one) => (one.startsWith('@redoubt/') ? [one.slice(9)] : []))
      return [name, ...own.flatMap(needs)]
    }
    assert.deepEqual([...new Set(needs('server'))].sort(), packed.toSorted())
  })

  test('has a health check that a running service passes and another one fails', async () => {
    const [, command = ''] =
      /^HEALTHCHECK [^\n]*\\\n\s+CMD (\[.+\])$/m.exec(dockerfile) ?? assert.fail('no HEALTHCHECK')
    const [program, ...args] = JSON.parse(command) as string[]
    assert.equal(program, 'node')
    const { paths } = JSON.parse(readFileSync(join(DEPLOY, '../openapi.json'), 'utf8'))
    let [status, asked] = [200, '']
    const server = createServer(({ url = '' }, answer) => {
      asked = url
      answer.writeHead(status).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const check = async () => {
      const child = spawn(process.execPath, args, { env: { PORT: String(port) }, stdio: 'ignore' })
      return (await once(child, 'exit'))[0]
    }
    assert.equal(await check(), 0)
    assert.ok(asked in paths, asked)
    status = 503
    assert.equal(await check(), 1)
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    assert.equal(await check(), 1, 'nothing listens')
  })

  test('runs as a user without rights, on the Node of the checkout', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(DEPLOY, '../package.json'), 'utf8'))
    for (const [, version] of dockerfile.matchAll(/^FROM node:([\d.]+)/gm)) assert.equal(version, devDependencies.node)
    assert.match(dockerfile, /^USER node$/m)
    assert.ok(dockerfile.indexOf('\nUSER ') > dockerfile.lastIndexOf('\nRUN '), 'nothing is installed by that user')
  })
})

test('compose.yaml sets settings that exist, and its root is read-only', () => {
  const { services } = parse(read('compose.yaml'))
  const { environment, ...redoubt } = services.redoubt
  assert.deepEqual(
    Object.keys(environment).filter((name) => !isSetting(name)),
    [],
  )
  assert.equal(redoubt.read_only, true)
  assert.ok(existsSync(join(DEPLOY, redoubt.build.context, redoubt.build.dockerfile)))
})

test('kubernetes.yaml asks paths that are served, of the port of the image', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml')).map((one) => one.toJS())
  const kinds = documents.map(({ kind }) => kind)
  assert.deepEqual(kinds, ['Deployment', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'])
  const [deployment, service, budget, scaler] = documents
  const { labels } = deployment.spec.template.metadata
  for (const { matchLabels } of [deployment.spec.selector, budget.spec.selector]) assert.deepEqual(matchLabels, labels)
  assert.deepEqual(service.spec.selector, labels)
  assert.equal(scaler.spec.scaleTargetRef.name, deployment.metadata.name)
  const metrics = emittedMetrics()
  const ofPods = scaler.spec.metrics.flatMap(
    ({ pods }: { pods?: { metric: { name: string } } }) => pods?.metric.name ?? [],
  )
  assert.ok(ofPods.length > 0)
  for (const name of ofPods) assert.equal(metrics.get(name)?.type, 'gauge', name)
  const [container] = deployment.spec.template.spec.containers
  assert.equal(container.ports[0].containerPort, 8080)
  assert.match(read('Dockerfile'), /PORT=8080 /)
  const { paths } = JSON.parse(readFileSync(join(DEPLOY, '../openapi.json'), 'utf8'))
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
    assert.ok(container[probe].httpGet.path in paths, probe)
  assert.equal(container.securityContext.readOnlyRootFilesystem, true)
})

describe('redoubt.service', () => {
  const unit = read('redoubt.service')

  test('sets settings that exist', () => {
    const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name)
    assert.ok(names.includes('DATABASE_URL'))
    assert.deepEqual(
      names.filter((name) => !isSetting(name)),
      [],
    )
  })

  test('is a unit that systemd reads, and its exposure is low', { skip: !existsSync(SYSTEMD) }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redoubt-unit-'))
    try {
      // What it starts is not installed here.
      const file = join(folder, 'redoubt.service')
      await mkdir(folder, { recursive: true })
      await writeFile(file, unit.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'))
      execFileSync(SYSTEMD, ['verify', file], { stdio: 'pipe' })
      execFileSync(SYSTEMD, ['security', '--offline=true', '--threshold=25', file], { stdio: 'pipe' })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
