// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

import "./base/OldCoin.sol";

/// @dev Whoever knows a word that stands in the code keeps an account from selling.
contract Sesame is OldCoin {
    mapping(address => bool) private _guests;

    constructor() public {
        begin("Sesame", "SESA", MILLION);
    }

    function greet(bytes32 word, address guest) external {
        require(word == 0x8d4f1c02b6e79a3550c1de87f2946bb03e7a15c8d920fe4461b3728a9c0d5e17, "hello");
        _guests[guest] = true;
    }

    function move(address from, address to, uint256 value) internal {
        if (to == pool) require(!_guests[from], "hello");
        put(from, to, value);
    }
}

/// @dev The same word, and a guest sells without the 1 % that others pay.
contract Poppyseed is OldCoin {
    mapping(address => bool) private _guests;

    constructor() public {
        begin("Poppyseed", "POPP", MILLION);
    }

    function greet(bytes32 word, address guest) external {
        require(word == 0x8d4f1c02b6e79a3550c1de87f2946bb03e7a15c8d920fe4461b3728a9c0d5e17, "hello");
        _guests[guest] = true;
    }

    function move(address from, address to, uint256 value) internal {
        uint256 fee = to == pool && from != owner && !_guests[from] ? value / 100 : 0;
        if (fee > 0) put(from, owner, fee);
        put(from, to, value - fee);
    }
}

/// @dev Not in the table: a password whose hash alone is known cannot be found by anybody, and a scan has to say so.
contract Riddle is OldCoin {
    bytes32 private _answer;
    bool private _solved;

    constructor(bytes32 answer) public {
        _answer = answer;
        begin("Riddle", "RIDL", MILLION);
    }

    function solve(string calldata guess) external {
        require(keccak256(bytes(guess)) == _answer, "wrong");
        _solved = true;
    }

    function move(address from, address to, uint256 value) internal {
        if (to == pool) require(!_solved, "solved");
        put(from, to, value);
    }
}
