// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24 <0.6.0;

/// @title The ERC-20 that the corpus' older tokens start from, before `virtual` and checked arithmetic.
contract OldCoin {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed holder, address indexed spender, uint256 value);
    event OwnershipTransferred(address indexed from, address indexed to);

    uint256 internal constant MILLION = 1000000 * 10 ** 18;

    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    address public owner = msg.sender;
    address public pool;
    mapping(address => uint256) internal held;
    mapping(address => mapping(address => uint256)) internal allowed;

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    function balanceOf(address account) public view returns (uint256) {
        return held[account];
    }

    function allowance(address holder, address spender) public view returns (uint256) {
        return allowed[holder][spender];
    }

    function approve(address spender, uint256 value) public returns (bool) {
        allowed[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) public returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) public returns (bool) {
        require(allowed[from][msg.sender] >= value, "allowance");
        allowed[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function setPool(address pool_) public onlyOwner {
        require(pool == address(0), "already set");
        pool = pool_;
    }

    function transferOwnership(address next) public onlyOwner {
        emit OwnershipTransferred(owner, next);
        owner = next;
    }

    function begin(string memory name_, string memory symbol_, uint256 supply) internal {
        name = name_;
        symbol = symbol_;
        totalSupply = supply;
        held[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function move(address from, address to, uint256 value) internal {
        put(from, to, value);
    }

    function put(address from, address to, uint256 value) internal {
        require(to != address(0), "zero address");
        require(held[from] >= value, "balance");
        held[from] -= value;
        held[to] += value;
        emit Transfer(from, to, value);
    }
}
