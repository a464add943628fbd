// Playback controls: play, step, speed, position.

import { element, select } from "./dom.js";
import { icon } from "./icons.js";

export class Player {
  #length = 0;
  #playing = null;

  /** `show(position)` draws; `speeds` are pairs `[steps per second, label]`; `speed` is the initial one. */
  constructor({ show, what, speeds, speed }) {
    Object.assign(this, { show, what, position: 0, speed });
    const button = (sign, label, onclick) => element("button", { type: "button", title: label, "aria-label": label, onclick }, icon(sign));
    this.play = button("play", "Play", () => this.toggle());
    this.play.classList.add("play");
    this.first = button("first", "To the start", () => this.go(0));
    this.back = button("back", "One step back", () => this.go(this.position - 1));
    this.next = button("next", "One step forward", () => this.go(this.position + 1));
    this.next.classList.add("next");
    this.last = button("last", "To the end", () => this.go(this.#length));
    this.slider = element("input", {
      type: "range", min: 0, max: 0, value: 0, step: 1, "aria-label": `${what}: position`,
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.counter = element("output", { class: "counter" });
    this.speeds = select(speeds.map(([value, words]) => [String(value), words]), String(speed),
      (value) => {
        this.speed = Number(value);
        this.speedChosen = true;
      }, { "aria-label": "Speed", class: "speed" });
    this.node = element("div", { class: "player", role: "group", "aria-label": what },
      this.slider,
      element("div", { class: "buttons" }, this.first, this.back, this.play, this.next, this.last, this.speeds, this.counter));
    this.draw();
  }

  get length() {
    return this.#length;
  }

  /** Sets the number of steps, which may grow. */
  setLength(length) {
    this.#length = length;
    if (this.position > length) this.position = length;
    this.draw();
  }

  /** Unless the visitor chose a speed, sets one at which the playback takes about so many seconds. */
  pace(seconds) {
    if (this.speedChosen || this.#length === 0) return;
    const wanted = this.#length / seconds;
    const known = [...this.speeds.options].map((option) => Number(option.value));
    this.speed = known.reduce((a, b) => (Math.abs(Math.log(b / wanted)) < Math.abs(Math.log(a / wanted)) ? b : a));
    this.speeds.value = String(this.speed);
  }

  /** Goes to a position and pauses. */
  go(position) {
    this.pause();
    this.#set(position);
  }

  #set(position) {
    this.position = Math.min(Math.max(position, 0), this.#length);
    this.draw();
    this.show(this.position);
  }

  draw() {
    const playing = Boolean(this.#playing);
    if (playing !== this.drawnPlaying) {
      this.drawnPlaying = playing;
      this.play.replaceChildren(icon(playing ? "pause" : "play"));
      this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
      this.play.title = playing ? "Pause" : "Play";
    }
    this.slider.max = this.#length;
    this.slider.value = this.position;
    this.counter.value = `${this.position} / ${this.#length}`;
    this.slider.setAttribute("aria-valuetext", `${this.position} of ${this.#length}`);
    const [none, atStart, atEnd] = [this.#length === 0, this.position === 0, this.position === this.#length];
    this.slider.disabled = none;
    this.play.disabled = none;
    // During playback these buttons pause it too.
    for (const button of [this.first, this.back]) button.disabled = atStart && !playing;
    for (const button of [this.next, this.last]) button.disabled = atEnd;
  }

  toggle() {
    if (this.#playing) return this.pause();
    if (this.position === this.#length) this.#set(0);
    return this.start();
  }

  /** Starts the playback, unless the visitor prefers reduced motion. */
  begin() {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.start();
  }

  /** Plays from the current position. */
  start() {
    let [before, whole] = [performance.now(), this.position];
    const step = (now) => {
      whole += ((now - before) / 1000) * this.speed;
      before = now;
      // New steps may have arrived. The playback pauses at the end, unless more are expected.
      if (Math.floor(whole) > this.position) this.#set(Math.floor(whole));
      if (this.position >= this.#length && !this.waiting) return this.pause();
      whole = Math.min(whole, this.#length + 0.99);
      this.#playing = requestAnimationFrame(step);
      return undefined;
    };
    this.#playing = requestAnimationFrame(step);
    this.draw();
  }

  pause() {
    if (this.#playing) cancelAnimationFrame(this.#playing);
    this.#playing = null;
    this.draw();
  }
}
