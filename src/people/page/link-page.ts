import { hashSource } from '../../http/security-headers.js';

/**
 * The script of the page. It inserts all data as text and only calls paths below the one it is
 * served at. The secret of the link is in the fragment or query of the page's URL and is read by
 * the script, so the page is the same for everybody.
 */
const SCRIPT = `
'use strict';
const find = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const [token, invite] = [query.get('token') || '', query.get('invite') || ''];
const base = location.pathname.replace(/[^/]+\\/?$/, '');

function tell(lines) {
  find('told').textContent = lines.join(' ');
}

function end(lines, isDone) {
  find('form').hidden = true;
  find('done').hidden = !isDone;
  tell(lines);
}

async function call(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
  try {
    const response = await fetch(base + path, sent);
    const text = await response.text();
    let answer = {};
    try {
      answer = JSON.parse(text);
    } catch {
      // There is no body, or plain text about too many attempts.
    }
    const [detail] = answer.details || [];
    const message = answer.message || text || 'This did not work.';
    return { isGood: response.ok, answer, lines: (detail && detail.validationErrors) || [message] };
  } catch {
    const message = 'The service cannot be reached at the moment. Try again.';
    return { isGood: false, answer: {}, lines: [message] };
  }
}

async function begin() {
  const { isGood, answer, lines } = await call(
    invite
      ? 'invite/' + encodeURIComponent(invite) + '/validate'
      : 'auth/reset/validate?token=' + encodeURIComponent(token),
  );
  if (!isGood) return end(lines, false);
  find('who').hidden = find('who').disabled = !invite;
  find('title').textContent = invite ? 'Sign up' : 'Choose a password';
  tell(invite ? [] : ['For ' + (answer.name ? answer.name + ', ' : '') + answer.email + '.']);
  find('form').hidden = false;
}

async function send() {
  const password = find('password').value;
  if (password !== find('again').value) return tell(['The two passwords are not the same.']);
  find('send').disabled = true;
  const { isGood, lines } = invite
    ? await call('invite/' + encodeURIComponent(invite) + '/signup', {
        email: find('email').value,
        name: find('name').value,
        username: find('username').value || null,
        password,
      })
    : await call('auth/reset/password', { token, password });
  find('send').disabled = false;
  const success = invite
    ? 'Welcome! You can sign in now.'
    : 'Your password is set. You can sign in with it now.';
  if (isGood) end([success], true);
  else tell(lines);
}

find('form').addEventListener('submit', (event) => { event.preventDefault(); void send(); });
void begin();
`;

const STYLE = `
body { font-family: sans-serif; max-width: 24rem; margin: 4rem auto; padding: 0 1rem }
label, input, button { display: block; width: 100%; box-sizing: border-box; margin: 0.3rem 0 }
label, input, button { font: inherit }
input, button { padding: 0.5rem }
fieldset { border: 0; padding: 0; margin: 0 }
[hidden] { display: none }
`;

/**
 * The page for setting a password or signing up. Its script asks the service whether the link is
 * valid, and for what.
 */
export const LINK_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Feature flags</title>
<style>${STYLE}</style></head>
<body>
<h1 id="title">Feature flags</h1>
<p id="told" role="status"></p>
<noscript><p>This page needs JavaScript.</p></noscript>
<form id="form" hidden>
<fieldset id="who" hidden disabled>
<label for="email">E-mail address</label>
<input id="email" type="email" required maxlength="255" autocomplete="email">
<label for="name">Name</label>
<input id="name" required maxlength="255" autocomplete="name">
<label for="username">User name, if you want one</label>
<input id="username" maxlength="255" autocomplete="username">
</fieldset>
<label for="password">Password</label>
<input id="password" type="password" required maxlength="200" autocomplete="new-password">
<label for="again">Password, once more</label>
<input id="again" type="password" required maxlength="200" autocomplete="new-password">
<p><small>Some words that nobody would guess are a good password: the longer, the better. Which
kinds of characters it has does not matter.</small></p>
<button id="send">Save</button>
</form>
<p id="done" hidden><a href="./">Go on</a></p>
<script>${SCRIPT}</script>
</body>
</html>
`;

/** Allows only this script and calls to the service, and forbids framing. */
export const LINK_PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${hashSource(SCRIPT)}`,
  `style-src ${hashSource(STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
