// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.12 <0.9.0;

/// @title The ERC-20 that the corpus' newer tokens start from: `_move` is what they bend, `_put` what moves.
abstract contract Coin {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed holder, address indexed spender, uint256 value);

    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) internal _held;
    mapping(address => mapping(address => uint256)) internal _allowed;

    function balanceOf(address account) public view virtual returns (uint256) {
        return _held[account];
    }

    function allowance(address holder, address spender) public view virtual returns (uint256) {
        return _allowed[holder][spender];
    }

    function approve(address spender, uint256 value) public virtual returns (bool) {
        _allowed[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) public virtual returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) public virtual returns (bool) {
        uint256 left = _allowed[from][msg.sender];
        require(left >= value, "allowance");
        if (left != type(uint256).max) _allowed[from][msg.sender] = left - value;
        _move(from, to, value);
        return true;
    }

    function _begin(string memory name_, string memory symbol_, address first, uint256 supply) internal {
        name = name_;
        symbol = symbol_;
        _mint(first, supply);
    }

    function _move(address from, address to, uint256 value) internal virtual {
        _put(from, to, value);
    }

    function _put(address from, address to, uint256 value) internal {
        require(to != address(0), "zero address");
        require(_held[from] >= value, "balance");
        _held[from] -= value;
        _held[to] += value;
        emit Transfer(from, to, value);
    }

    function _mint(address to, uint256 value) internal {
        require(totalSupply + value >= totalSupply, "overflow");
        totalSupply += value;
        _held[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _burn(address from, uint256 value) internal {
        require(_held[from] >= value, "balance");
        _held[from] -= value;
        totalSupply -= value;
        emit Transfer(from, address(0), value);
    }
}

/// @title One owner who may hand over or give up the role (ERC-173).
abstract contract Led {
    event OwnershipTransferred(address indexed from, address indexed to);

    address public owner = msg.sender;

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    function transferOwnership(address next) external virtual onlyOwner {
        require(next != address(0), "zero address");
        _lead(next);
    }

    function renounceOwnership() external virtual onlyOwner {
        _lead(address(0));
    }

    function _lead(address next) internal {
        emit OwnershipTransferred(owner, next);
        owner = next;
    }
}

/// @title A coin that is told once which pool it trades in.
abstract contract Market is Coin, Led {
    uint256 internal constant MILLION = 1000000 * 10 ** 18;

    address public pool;

    function setPool(address pool_) external virtual onlyOwner {
        require(pool == address(0), "already set");
        pool = pool_;
    }
}
