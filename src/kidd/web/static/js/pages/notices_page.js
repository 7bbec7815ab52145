// The page of notices: whether this device is told while no page is open.

const form = document.getElementById("notice-settings");
const box = document.getElementById("push-here");
const state = document.getElementById("push-state");
const on = document.getElementById("push-on");
const off = document.getElementById("push-off");
const DEVICES = "/api/v1/notices/devices";

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
const same = (one, other) => one && String(new Uint8Array(one)) === String(other);

async function subscription() {
  return (await navigator.serviceWorker.ready).pushManager.getSubscription();
}

async function show(failed = false) {
  const found = await subscription();
  const denied = Notification.permission === "denied";
  on.hidden = Boolean(found) || denied;
  off.hidden = !found;
  const said = failed ? "failed" : denied ? "denied" : found ? "on" : "off";
  state.textContent = state.dataset[said];
  box.hidden = false;
}

async function post(found) {
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(found) };
  const answer = await fetch(DEVICES, request);
  if (!answer.ok) throw new Error(String(answer.status));
}

async function begin() {
  if ((await Notification.requestPermission()) !== "granted") return;
  const key = bytes(form.dataset.pushKey);
  const old = await subscription();
  if (old && !same(old.options.applicationServerKey, key)) await old.unsubscribe(); // of a server with another secret
  const { pushManager } = await navigator.serviceWorker.ready;
  await post(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

async function end() {
  const found = await subscription();
  if (!found) return;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(found.endpoint));
  const id = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await fetch(`${DEVICES}/${id}`, { method: "DELETE" });
  await found.unsubscribe();
}

function does(button, deed) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const failed = await deed().then(() => false, () => true);
    button.disabled = false;
    await show(failed);
  });
}

/** A browser whose keys are still good tells the server again: the person may be another one now. */
async function start() {
  const found = await subscription();
  if (found && same(found.options.applicationServerKey, bytes(form.dataset.pushKey))) await post(found).catch(() => {});
  await show();
}

if (form && "PushManager" in globalThis && "serviceWorker" in navigator && "Notification" in globalThis) {
  does(on, begin);
  does(off, end);
  start();
}
document.documentElement.dataset.ready = "true";
