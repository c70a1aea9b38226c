// Talks to the server: JSON both ways, the token with each request, and patience when the server does not answer.

const token = document.querySelector('meta[name="kibitz-token"]').content;
const gone = document.getElementById('gone');
const PAUSES_MS = [300, 1000, 2000, 4000, 8000];

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** What the server refused, with its sentence. */
export class Refusal extends Error {}

/** Send a request and return the answer; while the server is gone, say so and try again. */
export async function call(method, path, body) {
  for (let tries = 0; ; tries += 1) {
    let response;
    try {
      response = await fetch(path, options(method, body));
    } catch {
      gone.textContent = 'The server does not answer. Is make play still running? Trying again.';
      gone.hidden = false;
      await pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]);
      continue;
    }
    gone.hidden = true;
    const answer = await response.json();
    if (!response.ok) throw new Refusal(answer.error);
    return answer;
  }
}

/** Send a request on the way out of the page: nobody waits for the answer. */
export function leave(path) {
  fetch(path, { ...options('DELETE'), keepalive: true }).catch(() => {});
}

function options(method, body) {
  const headers = { 'X-Kibitz-Token': token };
  if (method === 'POST') headers['Content-Type'] = 'application/json';
  return { method, headers, body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined };
}

/** Show an error that is no refusal of one request: a sentence at the top. */
export function complain(error) {
  gone.textContent = error.message;
  gone.hidden = false;
}
