"use strict";
(() => {
  const value = (row, column) => {
    const text = row.cells[column].dataset.value ?? "";
    const number = Number(text);
    return text !== "" && !Number.isNaN(number) ? number : text;
  };
  const compare = (one, other) => {
    if (typeof one === "number" && typeof other === "number") return one - other;
    if (typeof one === "number") return 1; // an empty cell comes before every number
    if (typeof other === "number") return -1;
    return one.localeCompare(other);
  };

  const sort = (table, column) => {
    const headers = [...table.tHead.rows[0].cells];
    const ascending = headers[column].getAttribute("aria-sort") !== "ascending";
    headers.forEach((header) => header.setAttribute("aria-sort", "none"));
    headers[column].setAttribute("aria-sort", ascending ? "ascending" : "descending");
    const rows = [...table.tBodies[0].rows];
    rows.sort((one, other) => compare(value(one, column), value(other, column)) * (ascending ? 1 : -1));
    table.tBodies[0].append(...rows);
    table.dispatchEvent(new Event("sorted"));
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((header, column) => {
      header.querySelector("button").addEventListener("click", () => sort(table, column));
    });
  }

  const table = document.getElementById("student-table");
  const pages = document.querySelector(".pages");
  const size = Number(table.dataset.page);
  let first = 0;
  const show = () => {
    const rows = [...table.tBodies[0].rows];
    rows.forEach((row, index) => { row.hidden = index < first || index >= first + size; });
    pages.hidden = rows.length <= size;
    pages.querySelector("span").textContent = `${first + 1} to ${Math.min(first + size, rows.length)} of ${rows.length}`;
    const [previous, next] = pages.querySelectorAll("button");
    previous.disabled = first === 0;
    next.disabled = first + size >= rows.length;
  };
  pages.addEventListener("click", (event) => {
    const step = event.target.dataset.step;
    if (step) {
      first = Math.max(0, first + Number(step) * size);
      show();
    }
  });
  table.addEventListener("sorted", () => { first = 0; show(); });
  show();

  const opened = [];
  window.addEventListener("beforeprint", () => { // paper has no buttons
    for (const part of document.querySelectorAll("details:not([open])")) {
      part.open = true;
      opened.push(part);
    }
    for (const row of table.tBodies[0].rows) row.hidden = false;
  });
  window.addEventListener("afterprint", () => {
    opened.splice(0).forEach((part) => { part.open = false; });
    show();
  });
})();
