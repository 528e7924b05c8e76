// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

interface ICoin7 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Deposits of one coin, whose shares are an amount of one id (ERC-6909).
contract IdShares {
    enum Mover { Operators, Keeper, Anyone }

    ICoin7 private coin;
    Mover private mover;
    address private keeper;
    mapping(address => mapping(uint256 => uint256)) public balanceOf;
    mapping(address => mapping(address => bool)) public isOperator;
    mapping(address => mapping(address => mapping(uint256 => uint256))) public allowance;

    event Transfer(address caller, address indexed sender, address indexed receiver, uint256 indexed id, uint256 amount);
    event OperatorSet(address indexed owner, address indexed spender, bool approved);
    event Approval(address indexed owner, address indexed spender, uint256 indexed id, uint256 amount);

    constructor(ICoin7 itsCoin, Mover itsMover) {
        coin = itsCoin;
        mover = itsMover;
        keeper = msg.sender;
    }

    function deposit(uint256 amount) external {
        balanceOf[msg.sender][1] += amount;
        require(coin.transferFrom(msg.sender, address(this), amount), "pull");
        emit Transfer(msg.sender, address(0), msg.sender, 1, amount);
    }

    function withdraw(uint256 amount) external {
        require(balanceOf[msg.sender][1] >= amount, "shares");
        balanceOf[msg.sender][1] -= amount;
        emit Transfer(msg.sender, msg.sender, address(0), 1, amount);
        require(coin.transfer(msg.sender, amount), "push");
    }

    function setOperator(address spender, bool approved) external returns (bool) {
        isOperator[msg.sender][spender] = approved;
        emit OperatorSet(msg.sender, spender, approved);
        return true;
    }

    function approve(address spender, uint256 id, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender][id] = amount;
        emit Approval(msg.sender, spender, id, amount);
        return true;
    }

    function transfer(address receiver, uint256 id, uint256 amount) external returns (bool) {
        return move(msg.sender, receiver, id, amount);
    }

    function transferFrom(address sender, address receiver, uint256 id, uint256 amount) external returns (bool) {
        if (!mayMove(sender)) {
            require(allowance[sender][msg.sender][id] >= amount, "allowance");
            allowance[sender][msg.sender][id] -= amount;
        }
        return move(sender, receiver, id, amount);
    }

    function mayMove(address sender) private view returns (bool) {
        if (msg.sender == sender || isOperator[sender][msg.sender] || mover == Mover.Anyone) return true;
        return mover == Mover.Keeper && msg.sender == keeper;
    }

    function move(address sender, address receiver, uint256 id, uint256 amount) private returns (bool) {
        require(balanceOf[sender][id] >= amount, "shares");
        balanceOf[sender][id] -= amount;
        balanceOf[receiver][id] += amount;
        emit Transfer(msg.sender, sender, receiver, id, amount);
        return true;
    }
}

/// Code of an account: a key pays any coin up to a limit, of each payment or of all.
contract KeyedAccount {
    uint256 private immutable kept;
    mapping(address => uint256) public limitOf;

    constructor(bool ofAll) {
        kept = ofAll ? 1 : 0;
    }

    function allow(address key, uint256 limit) external {
        require(msg.sender == address(this), "self");
        limitOf[key] = limit;
    }

    function spend(address receiver, uint256 amount, ICoin7 coin) external {
        uint256 limit = limitOf[msg.sender];
        require(amount <= limit, "limit");
        limitOf[msg.sender] = limit - amount * kept;
        require(coin.transfer(receiver, amount), "push");
    }
}
