// The transport bar: play, step, speed, position.

import { element, select } from "./dom.js";
import { icon } from "./icons.js";

export class Player {
  #length = 0;
  #playing = null;

  /** `show(position)` draws; `speeds` are pairs `[steps per second, label]`; `speed` is the initial one. */
  constructor({ show, what, speeds, speed, moved = () => {} }) {
    Object.assign(this, { show, what, position: 0, speed, moved });
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
    this.speeds = select(speeds.map(([value, words]) => [String(value), words]), String(speed), (value) => this.chooseSpeed(Number(value)),
      { "aria-label": "Speed", class: "speed" });
    this.node = element("div", { class: "player", role: "group", "aria-label": what },
      element("div", { class: "buttons" }, this.first, this.back, this.play, this.next, this.last), this.slider, this.counter, this.speeds);
    this.draw();
  }

  get length() {
    return this.#length;
  }

  get playing() {
    return this.#playing !== null;
  }

  /** Sets the number of steps, which may grow. */
  setLength(length) {
    this.#length = length;
    if (this.position > length) this.position = length;
    this.draw();
  }

  /** Sets the speed, which `pace` then keeps. */
  chooseSpeed(speed) {
    this.speed = speed;
    this.speedChosen = true;
    this.#drawSpeed();
    this.moved();
  }

  /** Unless a speed was chosen, sets one at which the playback takes about so many seconds. */
  pace(seconds) {
    if (this.speedChosen || this.#length === 0) return;
    const wanted = this.#length / seconds;
    const known = [...this.speeds.options].map((option) => Number(option.value));
    this.speed = known.reduce((a, b) => (Math.abs(Math.log(b / wanted)) < Math.abs(Math.log(a / wanted)) ? b : a));
    this.#drawSpeed();
  }

  #drawSpeed() {
    const known = [...this.speeds.options].some((option) => Number(option.value) === this.speed);
    if (!known) this.speeds.append(element("option", { value: String(this.speed) }, `${this.speed} per second`));
    this.speeds.value = String(this.speed);
  }

  /** Goes to a position and pauses. */
  go(position) {
    this.pause();
    this.#set(position);
    this.moved();
  }

  #set(position) {
    this.position = Math.min(Math.max(position, 0), this.#length);
    this.draw();
    this.show(this.position);
  }

  draw() {
    const { playing } = this;
    if (playing !== this.drawnPlaying) {
      this.drawnPlaying = playing;
      this.play.replaceChildren(icon(playing ? "pause" : "play"));
      this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
      this.play.title = playing ? "Pause (Space)" : "Play (Space)";
    }
    this.slider.max = this.#length;
    this.slider.value = this.position;
    this.counter.value = `${this.position} / ${this.#length}`;
    this.slider.setAttribute("aria-valuetext", `${this.position} of ${this.#length}`);
    const [none, atStart, atEnd] = [this.#length === 0, this.position === 0, this.position === this.#length];
    // A disabled control would lose the focus at the end of a playback: these only say that they do nothing.
    const idle = (control, is) => control.setAttribute("aria-disabled", String(is));
    this.slider.disabled = none;
    idle(this.play, none);
    for (const button of [this.first, this.back]) idle(button, atStart && !playing);
    for (const button of [this.next, this.last]) idle(button, atEnd);
  }

  toggle() {
    if (this.playing) {
      this.pause();
      this.moved();
      return;
    }
    if (this.#length === 0) return;
    if (this.position === this.#length) this.#set(0);
    this.start();
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
      if (this.position >= this.#length && !this.waiting) {
        this.pause();
        this.moved();
        return;
      }
      whole = Math.min(whole, this.#length + 0.99);
      this.#playing = requestAnimationFrame(step);
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
