// Inside the frames: who reads the end of the conversation stays at its end, as on Discord.
"use strict";
{
  const box = document.getElementById("channel-timeline");
  const CLOSE = 40;
  let atEnd = true;
  let moved = 0;
  const follow = () => { if (atEnd) box.scrollTop = box.scrollHeight; };
  // Only a hand on wheel, key, screen or scroll bar leaves the end; a message that grows does not.
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    box.addEventListener(kind, (event) => {
      if (kind !== "pointerdown" || event.target === box) moved = Date.now();
    }, { passive: true });
  }
  box.addEventListener("scroll", () => {
    if (Date.now() - moved < 1000) {
      moved = Date.now();
      atEnd = box.scrollHeight - box.clientHeight - box.scrollTop < CLOSE;
    } else {
      follow();
    }
  }, { passive: true });
  document.getElementById("new-messages").addEventListener("click", () => { atEnd = true; follow(); });
  const watch = new ResizeObserver(follow);
  watch.observe(box);
  watch.observe(document.getElementById("channel-message-list"));
}
// As on Discord, Enter after a command runs it; the options it may have are left out unless picked.
{
  const form = document.getElementById("channel-composer");
  let picking = false;
  document.addEventListener("keydown", (event) => {
    if (event.key.startsWith("Arrow")) { picking = true; return; }
    const chosen = event.key === "Enter" && !event.isComposing && event.target.matches?.(".command-chip");
    if (chosen && !picking) {
      event.preventDefault();
      event.stopPropagation();
      form.requestSubmit();
    }
    picking = false;
  }, true);
}
