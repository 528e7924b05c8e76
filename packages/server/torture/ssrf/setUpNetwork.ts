import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const FILES: Record<string, string> = {
  '/etc/resolv.conf': 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n',
  '/etc/nsswitch.conf': 'hosts: files dns\n',
  '/etc/hosts': '127.0.0.1 localhost office-printer\n::1 ip6-localhost ip6-loopback\n',
}

/** Makes every address this machine, and its own DNS the only one. Only inside namespaces of its own. */
export async function setUpNetwork(): Promise<void> {
  await run('ip', ['link', 'set', 'lo', 'up'])
  await run('ip', ['route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo'])
  await run('ip', ['-6', 'route', 'add', 'local', '::/0', 'dev', 'lo'])
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-ssrf-'))
  for (const [path, content] of Object.entries(FILES)) {
    const own = join(folder, path.replaceAll('/', '-'))
    await writeFile(own, content, { mode: 0o644 })
    await run('mount', ['--bind', own, path])
  }
}
