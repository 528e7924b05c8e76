import { drawnWindow } from '../drawnWindow.ts'
import { type PageClass, pick } from '../pageDesign.ts'

const SEND = `await fetch('/api/w', { method: 'POST', body: JSON.stringify([...root.querySelectorAll('input,textarea')].map((field) => field.value)) }).catch(() => undefined); say('Thank you')`
const IN_TEXT = 'width:600px;min-height:260px;margin:20px 0'

/** Pages that draw windows for honest reasons. */
export const HONEST_WINDOWS: readonly PageClass[] = [
  {
    id: 'window-in-docs',
    hostile: false,
    design: (variant) => ({
      title: pick(['Browser frame', 'How to spot a false login', 'Einrichten', 'Guía'], variant),
      content: `<h1>${pick(['Browser frame component', 'How to spot a false login', 'Anmeldung einrichten', 'Conectar su cuenta'], variant)}</h1><p>${pick(['A frame for screenshots in your slides.', 'The bar in this drawing is part of the page. Try to drag it out.', 'So sieht das Fenster aus.', 'Verá esta ventana.'], variant)}</p>${drawnWindow(
        {
          address: pick(
            [
              'https://my-app.example.com',
              'https://accounts.google.com/signin',
              'https://login.microsoftonline.com/',
              'https://github.com/login',
            ],
            variant,
          ),
          title: 'Sign in',
          buttons: 'lights',
          place: IN_TEXT,
          content: pick(
            [
              '<p>Your content</p>',
              '<p>Email</p><p>Password</p>',
              '<img alt="" width="200" height="80">',
              '<input type="password" disabled placeholder="Contraseña">',
            ],
            variant,
          ),
        },
      )}<label>${pick(['Search', 'Search', 'Suche', 'Buscar'], variant)} <input type="search" name="q"></label>`,
      buttons: [{ label: pick(['Copy', 'Next', 'Weiter', 'Seguir'], variant), connects: false, code: `say('Done')` }],
    }),
  },
  {
    id: 'desktop-portfolio',
    hostile: false,
    design: (variant) => ({
      title: pick(['Ana Larsen, design', 'Portfolio OS', 'Mein Schreibtisch', 'Escritorio'], variant),
      content: `<h1>${pick(['Ana Larsen', 'Portfolio', 'Schreibtisch', 'Escritorio'], variant)}</h1>${drawnWindow({
        address: pick(
          ['https://{{self}}/work', 'https://{{self}}/', 'anasdesk.local', 'https://archive.org/details/games'],
          variant,
        ),
        title: pick(['Explorer', 'Netscape', 'Browser', 'Navegador'], variant),
        buttons: 'signs',
        place: 'position:absolute;left:120px;top:140px;width:520px;height:320px;z-index:3;box-shadow:0 4px 12px #0005',
        content: '<p>Three projects of last year.</p><ul><li>Harbour signs</li><li>Type for a museum</li></ul>',
      })}${drawnWindow({
        title: pick(['Write to me', 'Mail', 'Brief', 'Correo'], variant),
        buttons: 'signs',
        place: 'position:absolute;left:680px;top:200px;width:360px;height:280px;z-index:2',
        content: '<input name="name" placeholder="Name"><textarea name="message" rows="5"></textarea>',
      })}`,
      buttons: [{ label: pick(['Send', 'Send', 'Senden', 'Enviar'], variant), connects: false, code: SEND }],
    }),
  },
  {
    id: 'code-playground',
    hostile: false,
    design: (variant) => ({
      title: pick(['Playground', 'Sandbox', 'Spielwiese', 'Pruebas'], variant),
      content: `<h1>${pick(['Playground', 'Sandbox', 'Spielwiese', 'Pruebas'], variant)}</h1><div style="display:flex;gap:12px"><textarea rows="14" cols="50">&lt;form&gt;&lt;input type="password"&gt;&lt;/form&gt;</textarea>${drawnWindow(
        {
          address: pick(
            ['localhost:3000', 'https://preview.example.com/login', 'http://localhost:5173/', 'https://q7x2.{{self}}/'],
            variant,
          ),
          title: 'Preview',
          place: 'width:420px;height:300px',
          content: `<iframe srcdoc='<form><input name=u><input type=password></form>' width="380" height="200"></iframe>`,
        },
      )}</div>`,
      buttons: [
        { label: pick(['Run', 'Run', 'Starten', 'Ejecutar'], variant), connects: false, code: `say('Ran in 12 ms')` },
      ],
    }),
  },
]
