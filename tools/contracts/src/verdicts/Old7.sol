// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;
pragma abicoder v2;

// Spenders of solc 0.7.

interface ERC20i {
    function transferFrom(address, address, uint256) external returns (bool);
    function transfer(address, uint256) external returns (bool);
}

contract PackedPull {
    mapping(uint256 => uint256) bits;
    address sink;
    constructor(address op, address s) {
        bits[uint256(op) >> 8] |= 1 << (uint256(op) & 255);
        sink = s;
    }
    function x(address t, bytes32[] calldata w) external {
        require(bits[uint256(msg.sender) >> 8] & (1 << (uint256(msg.sender) & 255)) != 0);
        for (uint i; i < w.length; i++)
            ERC20i(t).transferFrom(address(uint160(uint256(w[i]))), sink, uint256(w[i]) >> 160);
    }
}

contract Escrow7 {
    struct D {
        address from;
        uint256 a;
    }
    mapping(bytes32 => D) public d;
    ERC20i t;
    constructor(address x) {
        t = ERC20i(x);
    }
    function lock(bytes32 id, uint256 a) external {
        require(d[id].from == address(0));
        require(t.transferFrom(msg.sender, address(this), a));
        d[id] = D(msg.sender, a);
    }
    function unlock(bytes32 id) external {
        D memory x = d[id];
        require(x.from == msg.sender);
        delete d[id];
        require(t.transfer(x.from, x.a));
    }
}
