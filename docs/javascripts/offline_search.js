// Pages that are opened from disk may start no worker, which the search of the site runs in. This
// one runs in a hidden frame instead.
class FrameWorker extends EventTarget {
  constructor(address) {
    super();
    this.frame = document.createElement("iframe");
    this.frame.hidden = true;
    document.body.append(this.frame);
    const inside = this.frame.contentWindow;
    inside.document.open();
    inside.document.write("<!doctype html><title>Search</title>");
    inside.document.close();
    inside.postMessage = (data) => this.answer(data);
    inside.importScripts = (...files) =>
      files.reduce((before, file) => before.then(() => this.load(file)), Promise.resolve());
    this.ready = this.load(String(address));
  }
  load(file) {
    return new Promise((done, failed) => {
      const script = this.frame.contentDocument.createElement("script");
      Object.assign(script, { src: file, onload: done, onerror: failed });
      this.frame.contentDocument.body.append(script);
    });
  }
  answer(data) {
    const event = new MessageEvent("message", { data });
    this.dispatchEvent(event);
    this.onmessage?.(event);
  }
  postMessage(data) {
    const event = new MessageEvent("message", { data });
    this.ready.then(() => this.frame.contentWindow.dispatchEvent(event));
  }
  terminate() {
    this.frame.remove();
  }
}

if (location.protocol === "file:") window.Worker = FrameWorker;
